import MeditationLanguage
import MeditationPlan
import MeditationTestSupport
import MeditationText
import Testing

@testable import MeditationCore

/// A plan as one line, and the line as a plan.
struct PlanTextTests {
  @Test("an empty plan is an empty line, and a blank line makes no change")
  func empty() throws {
    #expect(PlanText.line(of: Plan()) == "")
    #expect(try PlanText.parse(" \t") == [])
  }

  @Test("the parts come in the order of a session, with times as people write them")
  func order() {
    var plan = Plan()
    plan.length = .time(.seconds(4200))
    plan.settling = .seconds(10)
    plan.opening = 1
    plan.bells = [.at([.seconds(300), .seconds(750), .seconds(3600), .milliseconds(7500)])]
    plan.closing = 3
    plan.bell = Bell(.file("/bells/ting.wav"), volume: 60)
    plan.fade = .seconds(2.5)
    plan.breath = Breath(inhale: .seconds(4), holdFull: .seconds(7), exhale: .seconds(8))
    plan.breathVolume = 40
    plan.repeats = true
    #expect(
      PlanText.line(of: plan)
        == "for 1:10:00, settle 10s, opening 1, bells at 5m 12:30 1h 7.5s, closing 3, "
        + "bell /bells/ting.wav, bell volume 60, fade 2.5s, breath 4-7-8, breath volume 40, "
        + "repeat on")
  }

  @Test("the line of a plan makes this plan from an empty one", arguments: [0x5EED, 0xB0B])
  func roundTrip(seed: UInt64) throws {
    var random = RandomPlan(seed: seed)
    for _ in 0..<2000 {
      let plan = random.next()
      let line = PlanText.line(of: plan)
      #expect(try made(by: PlanText.parse(line)) == plan, "\(line)")
      #expect(line.isEmpty == plan.isEmpty)
      guard !line.isEmpty else { continue }
      // A script reads the same line, with its comments and quotes.
      let script = try ScriptParser.parse(line.utf8)
      #expect(script.map(\.statement) == [.command(.plan(try PlanText.parse(line)))], "\(line)")
    }
  }

  @Test("a semicolon in front of everything ends nothing", arguments: ["; ", ";;", ", ;"])
  func leadingSemicolon(front: String) throws {
    #expect(try PlanText.parse(front + "9m Sit; 5m") == PlanText.parse("9m Sit; 5m"))
    // A length alone is no line, with one or without.
    #expect(throws: LineError.self) { try PlanText.parse(front + "9m") }
    #expect(throws: LineError.self) { try CommandParser.parse(front + "9m;") }
  }

  @Test("volume and level are parts of a plan in its notation, and commands when alone")
  func sound() throws {
    let steps = try PlanText.parse("vol 50, level album, for 20m")
    #expect(
      steps == [
        .change(.volume(50)), .change(.level(.album)), .change(.length(.time(.seconds(1200)))),
      ])
    #expect(try PlanText.line(of: made(by: steps)) == "for 20m, volume 50, level album")
    #expect(try CommandParser.parse("for 20m, volume 50%") == .plan([steps[2], steps[0]]))
    #expect(try CommandParser.parse("volume 50, for 20m") == .plan([steps[0], steps[2]]))
    #expect(try CommandParser.parse("volume 50") == .action(.volume(.level(50))))
    #expect(throws: LineError.self) { try PlanText.parse("volume +5") }
    #expect(throws: LineError.self) { try PlanText.parse("volume") }
    #expect(Commands.completions(of: "for 20m, vol") == ["volume"])
  }

  @Test("a length takes the place of a time of day only in the last part")
  func until() throws {
    for (line, isKept) in [
      ("until 7:30; 25m Sit, for 30m; songs Walk", true),
      ("until 7:30, for 20m, then songs Walk", true), ("until 7:30, for 20m", false),
      ("until 7:30, for songs", false), ("until 7:30; 25m Sit; 10m Walk", false),
      ("for 20m, until 7:30", true),
    ] {
      #expect(try (made(by: PlanText.parse(line)).until != nil) == isKept, "\(line)")
    }
  }

  /// The plan after `steps`, from an empty one, whatever its limits together.
  private func made(by steps: [PlanStep]) throws -> Plan {
    var editor = PlanEditor(Plan())
    for step in steps { try editor.make(step.exampleChange) }
    return editor.plan
  }
}
