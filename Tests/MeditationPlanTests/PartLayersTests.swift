import MeditationPlan
import Testing

/// Layers under one part, and not under the session.
struct PartLayersTests {
  private func plan(_ lines: String...) throws -> Plan {
    var editor = PlanEditor(Plan())
    for line in lines {
      // Each line is typed on its own.
      editor = PlanEditor(editor.plan)
      for step in try PlanText.parse(line) {
        try editor.make(step.change(at: .midnight, drawingSeed: { 1 }))
      }
    }
    return editor.plan
  }

  @Test(
    "said after a part it is the part's, and before the parts the session's",
    arguments: [
      ("5m A, under rain 40%; 5m B, under waves 50%", nil),
      ("under rain 40%; 5m A; 5m B, under waves 50%, under drone A2 20%", nil),
      ("20m Sit, under rain 40%", "then 20m Sit, under rain 40%"),
      // A single part without a title is the session.
      ("under rain 40%, for 20m", "for 20m, under rain 40%"),
    ])
  func notation(line: String, written: String?) throws {
    #expect(PlanText.line(of: try plan(line)) == written ?? line)
  }

  @Test(
    "a line without a part is about the session, or about the part that alone has the sound",
    arguments: [
      ("part 2 under rain 60", "under wind 30%; 5m A, under rain 40%; 5m B, under rain 60%"),
      ("under waves 60", "under wind 30%, under waves 60%; 5m A, under rain 40%; 5m B"),
      ("part 1 under rain off", "under wind 30%; 5m A; 5m B"),
      ("part 1 under rain +5", "under wind 30%; 5m A, under rain 45%; 5m B"),
      ("under wind -5", "under wind 25%; 5m A, under rain 40%; 5m B"),
      ("part 1 under off", "under wind 30%; 5m A; 5m B"), ("under off", "5m A; 5m B"),
      ("part 2 off", "under wind 30%; 5m A, under rain 40%"),
    ])
  func editing(line: String, result: String) throws {
    let old = "under wind 30; 5m A, under rain 40; 5m B"
    #expect(PlanText.line(of: try plan(old, line)) == result)
  }

  @Test("in the last part, which is meant while picking, its own sound is changed")
  func onlyThere() throws {
    let old = "5m A; 5m B, under rain 40"
    #expect(PlanText.line(of: try plan(old, "under rain +10")) == "5m A; 5m B, under rain 50%")
    #expect(PlanText.line(of: try plan(old, "under rain off")) == "5m A; 5m B")
    #expect(PlanText.line(of: try plan(old, "under rain 20")) == "5m A; 5m B, under rain 20%")
  }

  @Test("at most 8 sound at once, and not as part of one that has passed")
  func limits() throws {
    let tones = (0..<4).map { "under drone C\($0 + 1) 10" }.joined(separator: ", ")
    let others = (0..<4).map { "under drone D\($0 + 1) 10" }.joined(separator: ", ")
    #expect(try plan("\(tones); 5m A, \(others); 5m B, \(others)").exceededLimit == nil)
    #expect(try plan("\(tones); 5m A; 5m B, \(others), under rain").exceededLimit == .layers)
    var editor = PlanEditor(try plan("5m A; 5m B"), in: (.seconds(400), false))
    try editor.make(.part(1))
    #expect(editor.refusal(of: .layer(Layer(.rain))) == .partPassed(1))
    try editor.make(.part(2))
    #expect(editor.refusal(of: .layer(Layer(.rain))) == nil)
    #expect(editor.refusal(of: .removeLayer(.rain)) == .noLayer)
  }

  @Test("around a seam they pass into each other, and what both parts have goes on")
  func stretches() throws {
    let plan = try plan(
      "under wind; 60s A, under rain 40 from settling, under pink 20; 4s B, under pink 20; open C, under rain 40"
    )
    let layers = plan.layers(settlingFrom: .seconds(-10), until: .seconds(100))
    #expect(layers.map { "\($0.layer.sound)" } == ["wind", "rain", "pink", "rain"])
    #expect(layers.map { $0.begin / .seconds(1) } == [0, -10, 0, 61.5])
    #expect(layers.map { $0.end / .seconds(1) } == [100, 62.5, 66.5, 100])
    #expect(layers.map { $0.crossingIn / .seconds(1) } == [0, 0, 0, 5])
    #expect(layers.map { $0.crossingOut / .seconds(1) } == [0, 5, 5, 0])
    let short = plan.layers(settlingFrom: .zero, until: .seconds(62))
    #expect(short.map { $0.end / .seconds(1) } == [62, 62.5, 62])
    #expect(plan.loudestLayers { Float($0.volume) } == 74 + 60)
  }

  @Test(
    "with times of its own, a layer comes and goes within the session or its part",
    arguments: [
      ("for 1m, under rain 40% at 20s", 17.5...60.0),
      ("for 1m, under rain 40% for 20s", 0...22.5),
      ("for 1m, under rain 40% at 20s for 10s", 17.5...32.5),
      ("for 1m, under rain 40% at 20s for 2s", 19.5...22.5),
      ("for 1m, under rain 40% at 50s for 30s", 47.5...60),
      ("for 1m, under rain 40% at 1m", nil),
      ("20s A; 40s B, under rain 40% at 10s for 10s", 27.5...42.5),
      ("20s A; 40s B, under rain 40% for 50s", 17.5...60),
      ("20s A, under rain 40% at 30s; 40s B", nil),
    ] as [(String, ClosedRange<Double>?)])
  func timed(line: String, range: ClosedRange<Double>?) throws {
    let plan = try plan(line)
    let end = Duration.seconds(60)
    let layers = plan.layers(settlingFrom: .seconds(-10), until: end)
    #expect(
      layers.map { $0.begin / .seconds(1)...$0.end / .seconds(1) } == [range].compactMap(\.self))
    #expect(PlanText.line(of: plan) == line)
  }

  @Test("the same sound with times in two parts in a row is heard in each")
  func timedTwice() throws {
    let plan = try plan("20s A, under rain 40% at 10s; 40s B, under rain 40% at 10s")
    let layers = plan.layers(settlingFrom: .zero, until: .seconds(60))
    #expect(layers.map { $0.begin / .seconds(1) } == [7.5, 27.5])
    #expect(layers.map { $0.end / .seconds(1) } == [22.5, 60])
  }
}
