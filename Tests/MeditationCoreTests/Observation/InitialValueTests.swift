import Score
import Testing

@testable import MeditationCore

@Suite("Observing from the present value on") @MainActor struct InitialValueTests {
  private let session = MeditationViewModel(count: 2)

  @Test("a mode, a failure, a property")
  func initial() {
    session.perform(.pick([0, 1]))
    var told: [String] = []
    var subscriptions: [Subscription] = []
    session.songs[1].observeMode(initial: true) { told.append("\($0)") }
      .store(in: &subscriptions)
    session.songs[0].observeFailure(initial: true) { told.append("\($0 ?? "-") \($1 ?? "-")") }
      .store(in: &subscriptions)
    session.observe(\.phase, initial: true) { told.append("\($0) \($1)") }
      .store(in: &subscriptions)
    #expect(told == ["song 2: picked → picked", "- -", "picking picking"])
    session.perform(.start)
    session.report(.failed(reason: "gone"))
    #expect(
      told.dropFirst(3) == [
        "song 2: picked → playable", "picking listening", "song 2: playable → playing", "- gone",
      ])
  }

  @Test("an action that the first call performs is reported")
  func actionInFirstCall() {
    let song = session.songs[0]
    var modes: [ModeChange] = []
    var counts: [Int] = []
    var failures: [String?] = []
    var subscriptions: [Subscription] = []
    song.observeMode(initial: true) { [session] in
      modes.append($0)
      session.perform(.pick([0]))
    }.store(in: &subscriptions)
    session.observe(\.picked.count, initial: true) { [session] in
      counts.append($1)
      session.perform(.pick([0, 1]))
    }.store(in: &subscriptions)
    session.perform(.start)
    song.observeFailure(initial: true) { [session] in
      failures.append($1)
      session.report(.failed(reason: "gone"))
    }.store(in: &subscriptions)
    #expect(modes.prefix(2).map(\.to) == [.picking(.unselected), .picking(.selected)])
    #expect(counts.prefix(2) == [1, 2])
    #expect(failures.prefix(2) == [nil, "gone"])
  }

  @Test("songs are found by their ids, whatever the order of the list")
  func ids() {
    session.perform(.sort(.title))
    session.append([SongViewModel(title: "A late one")])
    session.perform(.sort(.title))
    #expect(session.songs.map(\.id) == [2, 0, 1])
    #expect((0..<3).map { session.song(id: $0)?.title } == ["Song 1", "Song 2", "A late one"])
    #expect(session.song(id: 3) == nil && session.song(id: -1) == nil)
    #expect(firstID(of: session.songs) == 2)
  }

  private func firstID<Row: Identifiable>(of rows: [Row]) -> Row.ID? { rows.first?.id }
}
