import MeditationPlan
import Testing

@Suite("A breath") struct BreathTests {
  private let breath = Breath(
    inhale: .seconds(4), holdFull: .seconds(7), exhale: .seconds(8))

  @Test(
    "has its phases in order, again and again",
    arguments: [
      (0, .inhale, 0), (3.5, .inhale, 3.5), (4, .holdFull, 0), (11, .exhale, 0),
      (18.5, .exhale, 7.5),
      (19, .inhale, 0), (19 * 1000 + 12, .exhale, 1),
    ] as [(Double, Breath.Phase, Double)])
  func phases(time: Double, phase: Breath.Phase, passed: Double) throws {
    let now = try #require(breath.phase(at: .seconds(time)))
    #expect(now.phase == phase)
    #expect(now.passed == .seconds(passed))
  }

  @Test("goes on for a number of breaths, or to the end")
  func count() {
    var breath = breath
    breath.count = 3
    #expect(breath.length == .seconds(57))
    #expect(breath.phase(at: .seconds(56.5))?.phase == .exhale)
    #expect(breath.phase(at: .seconds(57)) == nil)
    #expect(breath.end(before: .seconds(600)) == .seconds(57))
    #expect(breath.end(before: .seconds(50)) == .seconds(50))
    #expect(breath.end(before: .seconds(40)) == .seconds(38))
  }

  @Test("has not begun before session time 0")
  func settling() { #expect(breath.phase(at: .milliseconds(-1)) == nil) }

  @Test(
    "ends with a whole breath if that is within 5 s before the end",
    arguments: [(60, 57), (62, 57), (63, 63), (76, 76), (19, 19)] as [(Double, Double)])
  func end(session: Double, tone: Double) {
    #expect(breath.end(before: .seconds(session)) == .seconds(tone))
  }
}
