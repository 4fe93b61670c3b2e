import Score
import Testing

@testable import MeditationCore

@Suite("The failure of a song") @MainActor struct SongFailureTests {
  private let session = MeditationViewModel(count: 3)

  init() {
    session.perform(.pick([0, 1, 2]))
    session.perform(.start)
  }

  @Test("can be observed, when it comes and when it is cleared")
  func observing() {
    var told: [String] = []
    var subscriptions: [Subscription] = []
    for song in session.songs {
      song.observeFailure { [session] old, new in
        // The whole batch has changed before a handler is called.
        told.append("\(song.id): \(old ?? "-") → \(new ?? "-"), \(session.letters)")
      }.store(in: &subscriptions)
    }
    session.report(.failed(reason: "damaged"))
    session.report(.failed(reason: "gone"))
    session.perform(.previous)
    session.perform(.back)
    #expect(session.songs.map(\.failure) == ["damaged", nil, nil])
    session.perform(.start)
    #expect(
      told == [
        "0: - → damaged, .>.", "1: - → gone, ..>", "1: gone → -, .>.", "0: damaged → -, >..",
      ])
    subscriptions.removeAll()
    session.report(.failed(reason: "damaged"))
    #expect(told.count == 4)
  }

  @Test("is cleared for all songs when a session starts, and kept by 'back' and 'finish'")
  func clearing() {
    session.report(.failed(reason: "damaged"))
    session.perform(.finish)
    session.perform(.back)
    #expect(session.songs[0].failure == "damaged")
    session.perform(.unpick([0]))
    session.perform(.start)
    #expect(session.songs[0].failure == nil)
  }
}
