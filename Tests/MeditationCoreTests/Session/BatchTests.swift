import MeditationPlan
import Testing

@testable import MeditationCore

@Suite("One action is one batch") @MainActor struct BatchTests {
  private let session = MeditationViewModel(count: 3)

  @Test("modes, then properties, then settled; and no handler sees half a change")
  func order() {
    session.perform(.pick([0, 1]))
    session.perform(.start)
    var told: [String] = []
    var subscriptions = session.songs.map { song in
      song.observeMode { [session] change in
        told.append("\(change)")
        #expect(session.modes == [.playable, .playing, .hidden])
        #expect(session.state.current == 1)
      }
    }
    subscriptions.append(session.observe(\.current) { old, new in told.append("current") })
    subscriptions.append(session.observeSettled { told.append("settled \($0.outcome)") })
    session.perform(.next)
    #expect(
      told == [
        "song 1: playing → playable", "song 2: playable → playing", "current", "settled changed",
      ])
  }

  @Test("an observer that a handler adds hears the next batch")
  func addedObservers() {
    var told: [String] = []
    var subscriptions: [Subscription] = []
    session.songs[0].observeMode { [session] _ in
      guard subscriptions.count == 1 else { return }
      session.observe(\.picked.count, initial: true) { told.append("\($0) → \($1)") }
        .store(in: &subscriptions)
      session.observe(anyOf: \.picked) { told.append("\($0.picked.count) → \($1.picked.count)") }
        .store(in: &subscriptions)
      session.observeSettled { told.append("\($0.cause)") }.store(in: &subscriptions)
    }.store(in: &subscriptions)
    session.perform(.pick([0]))
    #expect(told == ["1 → 1"])
    session.perform(.pick([1]))
    #expect(told == ["1 → 1", "1 → 2", "1 → 2", "action(pick([1]))"])
  }

  @Test("a handler that is added to another song hears the next batch")
  func addedToAnotherSong() {
    var told: [String] = []
    var added: Subscription?
    let first = session.songs[0].observeMode { [session] _ in
      added = added ?? session.songs[1].observeMode { told.append("\($0)") }
    }
    session.perform(.pick([0, 1]))
    #expect(told == [])
    session.perform(.unpick([1]))
    #expect(told == ["song 2: picked → unpicked"])
    first.end()
  }

  @Test("a handler of failures that is added in the batch of one hears the next")
  func addedToFailure() {
    session.perform(.pick([0, 1]))
    session.perform(.start)
    var told: [String] = []
    var added: Subscription?
    let first = session.songs[0].observeMode { [session] _ in
      added =
        added
        ?? session.songs[0].observeFailure(initial: true) {
          told.append("\($0 ?? "-") → \($1 ?? "-")")
        }
    }
    session.report(.failed(reason: "gone"))
    #expect(told == ["gone → gone"])
    session.perform(.previous)
    #expect(told == ["gone → gone", "gone → -"])
    first.end()
  }

  @Test("what a handler performs waits until the batch has settled")
  func reentrance() {
    var told: [String] = []
    var inner: Outcome?
    let mode = session.songs[0].observeMode { [session] change in
      told.append("\(change.to)")
      if change.to == .picking(.selected) {
        inner = session.perform(.start)
        #expect(session.phase == .picking)
      }
    }
    let settled = session.observeSettled { told.append("settled \($0.cause)") }
    #expect(session.perform(.pick([0])) == .changed)
    #expect(inner == .queued)
    #expect(session.phase == .listening)
    #expect(
      told == [
        "picked", "settled action(pick([0]))", "playing",
        "settled action(start)",
      ])
    withExtendedLifetime((mode, settled)) {}
  }

  @Test("a refusal is settled, too, and has changed nothing")
  func refusal() {
    var settled: [SessionChange] = []
    let subscription = session.observeSettled { settled.append($0) }
    session.perform(.start)
    #expect(settled.map(\.outcome) == [.refused(.nothingPicked)])
    #expect(settled.first?.before == settled.first?.after)
    withExtendedLifetime(subscription) {}
  }

  @Test("a step of the position reaches its observers, and is not a batch")
  func positionSteps() {
    session.perform(.pick([0]))
    session.perform(.start)
    var positions: [Duration] = []
    var settled = 0
    let observed = session.observe(\.position) { _, new in positions.append(new) }
    let followed = session.observeSettled { _ in settled += 1 }
    session.report(.position, at: 1)
    session.report(.position, at: 1)
    session.report(.position, at: 2)
    #expect(positions == [.seconds(1), .seconds(2)])
    #expect(settled == 0)
    withExtendedLifetime((observed, followed)) {}
  }

  @Test("the picked total follows the selection")
  func pickedTotal() {
    let session = MeditationViewModel(songs: [
      SongViewModel(title: "Waves", length: .seconds(60)),
      SongViewModel(title: "Stream", length: nil),
    ])
    session.perform(.pick([0, 1, 0]))
    #expect(session.state.picked == PickedTotal(count: 2, length: .seconds(60), unknownCount: 1))
    session.perform(.invert([0, 1]))
    #expect(session.state.picked == PickedTotal())
    session.perform(.select(1))
    session.perform(.start)
    session.perform(.back)
    #expect(session.state.picked == PickedTotal(count: 1, length: .zero, unknownCount: 1))
  }
}
