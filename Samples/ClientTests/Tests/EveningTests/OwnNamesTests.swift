import MeditationCore
import Score
import Testing

/// A client's own plan, of which the libraries know nothing.
private struct Plan {
  var minutes = 20

  /// The plan of a session that lasts as long. Its module has a type of the same name, `Score`.
  var ofSession: Score::Plan {
    var plan = Score::Plan()
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
