import MeditationPlan
import MeditationText
import Testing

@Suite("A plan as it is stored") struct StoredPlanTests {
  @Test("it is the line, what the line says, and the files in it", arguments: [0x5EED, 0xB0B])
  func random(seed: UInt64) throws {
    var random = RandomPlan(seed: seed)
    for _ in 0..<500 {
      let plan = random.next()
      guard plan.exceededLimit == nil else { continue }
      let stored = StoredPlan(plan)
      #expect(stored.line == PlanText.line(of: plan))
      #expect(stored.plan == plan && stored.problem == nil)
      #expect(try stored.files().count == PlanText.parse(stored.line).flatMap(\.files).count)
      #expect(stored.renamingFiles { _ in nil } == stored)
      let renamed = stored.renamingFiles { $0 + "x" }
      #expect(try renamed.steps.get() == PlanText.parse(renamed.line), "\(renamed.line)")
      #expect(try renamed.files().map(\.name) == stored.files().map { $0.name + "x" })
    }
  }

  @Test(
    "one that is not valid has a reason and keeps its line",
    arguments: [
      ("for 20m, opning 1, bell ./gong.wav", "'opning' does not belong in a plan."),
      ("20h Sit; 20h Walk, closing 1 ./gong.wav", "A time is longer than 0 and at most 24 hours."),
    ])
  func wrong(line: String, reason: String) {
    let stored = StoredPlan(line)
    #expect(stored.line == line && stored.plan == nil)
    #expect(stored.problem.map { "\($0)".hasPrefix(reason) } == true)
    #expect(throws: LineError.self) { try stored.files() }
    #expect(stored.renamingFiles { $0 + "x" }.line == line)
    #expect(stored != StoredPlan(line + " "))
  }
}
