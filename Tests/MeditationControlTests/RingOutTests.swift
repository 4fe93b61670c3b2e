import MeditationCore
import MeditationLanguage
import MeditationPlan
import Testing

@testable import MeditationControl

/// When a program that ends with its session may end.
@Suite("Ringing out") @MainActor
struct RingOutTests {
  /// A finished session with this plan.
  private func finished(_ plan: PlanChange...) -> MeditationViewModel {
    let session = MeditationViewModel(songs: [SongViewModel(title: "a", length: .seconds(9))])
    for action in [.plan(plan), .pick([0]), .start] as [Action] { session.perform(action) }
    let generation = session.score.generation
    session.receive(EngineEvent(generation: generation, position: .seconds(1), kind: .position))
    session.perform(.finish)
    return session
  }

  @Test("without bells, nothing rings after a session")
  func noBells() {
    #expect(!RingOut().rings(after: finished(.fade(.seconds(5))).state))
  }

  @Test(
    "bells ring until the engine says so, or nobody can hear them",
    arguments: [
      PlanChange.opening(1), .closing(3), .bells([.every(.seconds(300))]),
    ],
    [
      EngineEvent.Kind.rangOut, .deviceLost(reason: "it is gone"), .noDevice(reason: "none"),
      .outputFailed(reason: "the disk is full"),
    ])
  func bells(change: PlanChange, last: EngineEvent.Kind) {
    let session = finished(change)
    var ringOut = RingOut()
    ringOut.follow(.position, in: session.state)
    #expect(ringOut.rings(after: session.state))
    ringOut.follow(last, in: session.state)
    #expect(!ringOut.rings(after: session.state))
    // The same session again.
    session.perform(.start)
    ringOut.follow(.position, in: session.state)
    session.perform(.finish)
    #expect(ringOut.rings(after: session.state))
  }
}
