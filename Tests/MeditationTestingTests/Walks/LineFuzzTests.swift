import Glibc
import MeditationTestSupport
import Testing

/// Lines of all commands and clauses, performed in sessions on a virtual clock.
@Suite("Any lines") @MainActor struct LineFuzzTests {
  @Test("break no invariant of a session, whatever they change")
  func lines() async {
    await Fuzzing.repeatedly(250) { seed in
      // A trap leaves nothing but this.
      if getenv("MEDITATION_FUZZ") != nil {
        print("Lines by seed \(seed)")
        fflush(nil)
      }
      var maker = LineMaker(seed: seed)
      let walk = maker.walk(steps: 200)
      guard walk.violation() != nil else { return }
      let shrunk = walk.shrunk()
      Issue.record("Seed \(seed): \(shrunk.violation()?.invariants ?? [])\n\(shrunk.text)")
    }
  }
}
