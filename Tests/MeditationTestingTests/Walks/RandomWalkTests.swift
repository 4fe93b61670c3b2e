import MeditationLanguage
import Testing

/// Random walks on a virtual clock, with faults; each step checks every invariant.
@Suite("Random walks") @MainActor struct RandomWalkTests {
  private static let walkCount = ExhaustiveWalkTests.isLong ? 100 : 10
  private static let stepCount = 1000

  @Test(
    "hold every invariant, by a fixed and a fresh seed",
    arguments: [0x5EED, UInt64.random(in: 0...0xFFFF_FFFF)])
  func walks(seed: UInt64) {
    print("Walking \(Self.walkCount) times \(Self.stepCount) steps by seed \(seed)")
    for number in 0..<Self.walkCount {
      var maker = WalkMaker(seed: seed &+ UInt64(number) << 32)
      let walk = maker.walk(steps: Self.stepCount)
      guard walk.violation() != nil else { continue }
      let shrunk = walk.shrunk()
      Issue.record(
        "Walk \(number) of seed \(seed): \(shrunk.violation()?.invariants ?? [])\n\(shrunk.text)")
      return
    }
  }

  @Test("a walk is a script")
  func scriptOfAWalk() throws {
    var maker = WalkMaker(seed: 7)
    let walk = maker.walk(steps: 1000)
    let lineCount = walk.steps.count { if case .line = $0 { true } else { false } }
    #expect(try ScriptParser.parse(walk.text.utf8).count == walk.songs.count + lineCount)
  }
}
