import MeditationCore
import MeditationPlan
import Testing

/// A client builds these without `@testable`, to compare them with those that a session tells.
@Suite("Values that a client builds") @MainActor struct ComparingTests {
  private let session = MeditationViewModel(
    songs: [
      SongViewModel(title: "Waves", length: .seconds(60)), SongViewModel(title: "Stream"),
    ])

  @Test("a change as it was told")
  func change() {
    var told: [SessionChange] = []
    let subscription = session.observeSettled { told.append($0) }
    let before = session.state
    session.perform(.pick([0, 1]))
    var after = before
    after.picked = PickedTotal(count: 2, length: .seconds(60), unknownCount: 1)
    let modes = [0, 1].map {
      ModeChange(song: $0, from: .picking(.unselected), to: .picking(.selected))
    }
    #expect(
      told == [
        SessionChange(
          cause: .action(.pick([0, 1])), outcome: .changed, changes: modes, before: before,
          after: after)
      ])
    withExtendedLifetime(subscription) {}
  }

  @Test("a whole state, from its beginning")
  func state() {
    var expected = SessionState()
    expected.songCount = 2
    #expect(session.state == expected)
    session.perform(.sort(.title))
    (expected.arrangement.sort, expected.arrangement.revision) = (.title, 1)
    #expect(session.state == expected)
    session.perform(.pick([0]))
    session.perform(.start)
    expected.phase = .listening
    expected.picked = PickedTotal(count: 1, unknownCount: 1)
    expected.summary.songCount = 1
    expected.current = 0
    expected.currentLevel = .off
    expected.beginningCount = 1
    expected.segment = .song(id: 1)
    expected.generation = Generation(jump: 1)
    expected.sessionCount = 1
    expected.format = SoundFormat(sampleRate: 0, channelCount: 2)
    #expect(session.state == expected)
    #expect(session.score == expected.score)
  }
}
