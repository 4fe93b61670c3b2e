import MeditationPlan
import Testing

@testable import MeditationCore

@Suite("The count of beginnings") @MainActor struct BeginningTests {
  private let session = MeditationViewModel(count: 2)

  @Test("tells that a single song that repeats began again")
  func singleSong() {
    var (begun, modes) = (0, 0)
    let subscriptions = [
      session.observe(\.beginningCount) { _, _ in begun += 1 },
      session.songs[0].observeMode { _ in modes += 1 },
    ]
    session.perform(.pick([0]))
    session.perform(.plan([.repeat(true)]))
    session.perform(.start)
    #expect((begun, modes) == (1, 2))
    session.report(.crossed, at: 100)
    session.perform(.next)
    #expect((begun, modes) == (3, 2))
    session.report(.position, at: 50)
    session.perform(.seek(.to(.zero)))
    #expect(begun == 3)
    session.report(.position, at: 50)
    session.perform(.previous)
    #expect(begun == 4)
    #expect(session.perform(.seek(.by(.seconds(-1)))) == .changed)
    session.perform(.back)
    session.perform(.start)
    #expect((begun, modes) == (5, 4))
    withExtendedLifetime(subscriptions) {}
  }

  @Test("counts no silence")
  func silence() {
    session.perform(.plan([.settling(.seconds(10)), .length(.time(.seconds(300)))]))
    session.perform(.pick([0]))
    session.perform(.start)
    #expect(session.state.beginningCount == 0)
    session.report(.crossed, at: 10)
    #expect(session.state.beginningCount == 1)
    session.report(.crossed, at: 100)
    #expect(session.state.isSilent)
    #expect(session.state.beginningCount == 1)
  }
}
