import MeditationCore
import MeditationPlan
import Testing

/// A client's own plan, of which the libraries know nothing.
private struct Plan {
  var minutes = 20

  /// The plan of a session that lasts as long.
  var ofSession: MeditationPlan.Plan {
    var plan = MeditationPlan.Plan()
    plan.length = .time(.seconds(60 * minutes))
    return plan
  }
}

@Suite("A client with names of its own") struct OwnNamesTests {
  @Test("names those of the libraries by their modules")
  func plans() {
    #expect(Plan(minutes: 5).ofSession.end == .seconds(300))
  }
}
