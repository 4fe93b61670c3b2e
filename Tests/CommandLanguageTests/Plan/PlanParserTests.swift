import CommandLanguage
import MeditationCore
import Score
import Testing

/// Lines of the prompt that change or show the plan.
struct PlanParserTests {
  @Test("each valid line is its changes", arguments: validLines)
  func valid(line: String, changes: [PlanChange]) throws {
    #expect(try CommandParser.parse(line) == .plan(changes.map(PlanStep.change)))
  }

  @Test("a command's description parses as the same command", arguments: validLines.map(\.line))
  func roundTrip(line: String) throws {
    let command = try CommandParser.parse(line)
    #expect(try CommandParser.parse(command.description) == command)
  }

  @Test("each invalid line gives its message", arguments: invalidLines)
  func invalid(line: String, message: String) {
    #expect {
      try CommandParser.parse(line)
    } throws: {
      "\($0)" == message
    }
  }

  @Test(
    "each command alone shows the plan",
    arguments: [
      "for", "settle", "opening", "closing", "bells", "bell", "fade", "breath", "plan", "PLAN,",
    ])
  func alone(line: String) throws {
    #expect(try CommandParser.parse(line) == .show(.plan))
  }

  @Test("random bells without a seed get one when they are performed")
  func randomBells() throws {
    let step = PlanStep.randomBells(count: 4)
    #expect(try CommandParser.parse("bells random 4") == .plan([step]))
    #expect(Command.plan([step]).description == "bells random 4")
    #expect(step.change { 7 } == .bells(.random(count: 4, seed: 7)))
  }

  @Test(
    "a prefix means a command that is not of the plan first",
    arguments: [
      (nil, "b", "back"), (.picking, "f", "find"), (.listening, "b", "back"),
      (.listening, "pl", "play"), (.picking, "pl", "plan"), (.listening, "se 1", "seek"),
      (.picking, "se 1", "settle"), (nil, "fo 1", "for"), (nil, "fa 1", "fade"),
      (nil, "o 1", "opening"), (nil, "c 1", "closing"), (nil, "br box", "breath"),
    ] as [(Phase?, String, String)])
  func prefixes(phase: Phase?, line: String, name: String) throws {
    let command = try CommandParser.parse(line, in: phase)
    #expect(command.description.split(separator: " ").first == name[...])
  }

  @Test("in a line of the plan, a prefix means a part of the plan")
  func prefixesInPlan() throws {
    #expect(
      try PlanText.parse("fo 20m, o 1, c 3") == [
        .change(.length(.time(.seconds(1200)))), .change(.opening(1)), .change(.closing(3)),
      ])
  }

  @Test("10,000 times are a line, and no more, with commas or without", arguments: [" ", ", "])
  func manyTimes(separator: String) throws {
    let times = (1...10_000).map { "\($0)" }
    let whole = times.joined(separator: separator)
    #expect(
      try CommandParser.parse("bells at \(whole)")
        == .plan([.change(.bells(.at((1...10_000).map { .seconds($0) })))]))
    #expect(throws: CommandError.beyondLimit(.bellCount, example: "bells random 4")) {
      try CommandParser.parse("bells at 1 \(whole)")
    }
  }
}
