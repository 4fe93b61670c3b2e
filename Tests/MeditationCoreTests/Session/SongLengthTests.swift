import MeditationPlan
import Testing

@testable import MeditationCore

@Suite("What is known of a song's length") @MainActor struct SongLengthTests {
  private let song = SongViewModel(title: "a", length: .estimated(.seconds(60)))
  private let other = SongViewModel(title: "b", length: .seconds(30))

  @Test("an estimate is shown as one, and decides nothing")
  func estimate() {
    let session = MeditationViewModel(songs: [song, other])
    #expect(song.timeText == "~1:00" && song.length == nil)
    session.pick([song, other])
    #expect(session.state.picked == PickedTotal(count: 2, length: .seconds(30), unknownCount: 1))
    session.perform(.start)
    #expect(session.timeLeft == nil)
    #expect(session.perform(.seek(.percent(50))) == .refused(.unknownLength))
    #expect(session.perform(.seek(.to(.seconds(90)))) == .changed)
    #expect(session.currentSong === song)
  }

  @Test("an exact length that is found is told once, and counts from then on")
  func found() {
    let session = MeditationViewModel(songs: [song, other])
    session.pick([song])
    var lengths: [SongLength] = []
    var causes: [SessionChange.Cause] = []
    let subscriptions = [
      song.observeLength { lengths.append($0) },
      session.observeSettled { causes.append($0.cause) },
    ]
    #expect(session.setLength(.seconds(20), of: song) == .changed)
    #expect(session.setLength(.seconds(21), of: song) == .unchanged)
    #expect(session.setLength(.seconds(21), of: other) == .unchanged)
    #expect(lengths == [.exact(.seconds(20))])
    #expect(causes.first == .length(song.id, .seconds(20)))
    #expect(song.timeText == "0:20")
    #expect(session.state.picked == PickedTotal(count: 1, length: .seconds(20)))
    session.unpick([song])
    #expect(session.state.picked == PickedTotal())
    withExtendedLifetime(subscriptions) {}
  }

  @Test("a song of another session is refused")
  func stranger() {
    let session = MeditationViewModel(songs: [other])
    #expect(session.setLength(.seconds(1), of: song) == .refused(.notInList(title: "a")))
  }

  @Test("a length that is found from within a handler waits for the end of the batch")
  func queued() {
    let session = MeditationViewModel(songs: [song])
    let subscription = session.observeSettled { [song] change in
      // A handler that answers its own change would never end.
      guard case .action = change.cause else { return }
      #expect(session.setLength(.seconds(20), of: song) == .queued)
    }
    session.pick([song])
    #expect(session.state.picked == PickedTotal(count: 1, length: .seconds(20)))
    withExtendedLifetime(subscription) {}
  }
}
