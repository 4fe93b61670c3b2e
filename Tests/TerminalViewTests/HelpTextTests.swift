import CommandLanguage
import MeditationCore
import Testing

@testable import TerminalView

@Suite("Help on a terminal") struct HelpTextTests {
  @Test(
    "each command that is of use now is one line, the others and those of the practice are named",
    arguments: [Phase.picking, .listening, .finished], [nil, 80])
  func oneLineEach(phase: Phase, width: Int?) {
    let lines = HelpText.lines(on: nil, in: phase, width: width)
    let names = ["Plan: ", "Practice: "]
    let now = lines.prefix { line in !names.contains { line.hasPrefix($0) } }
    let all = lines.joined()
    let useful = CommandSpec.topics.filter {
      $0.phases.contains(phase) && !$0.isPractice && (phase == .picking || !$0.isPartOfPlan)
    }
    #expect(now.dropFirst().map { $0.dropFirst(22) } == useful.map { $0.summary[...] })
    for spec in CommandSpec.all { #expect(all.contains(spec.name)) }
  }

  @Test("after a sit, it fits a screen of 24 rows with the prompt")
  func fits() {
    #expect(HelpText.lines(on: nil, in: .finished, width: 80).count < 24)
  }

  @Test(
    "no word is broken, nothing is lost, nothing is too wide", arguments: [40, 60, 80, 300])
  func widths(width: Int) {
    let pages = { (width: Int?) in
      [
        HelpText.lines(on: nil, in: .listening, width: width),
        HelpText.keys(.immediate, width: width),
      ]
        + CommandSpec.topics.map { HelpText.lines(on: $0.name, in: .picking, width: width) }
    }
    for (narrow, wide) in zip(pages(width), pages(nil)) {
      #expect(narrow.map(CellWidth.of).max() ?? 0 <= width)
      #expect(words(narrow) == words(wide))
    }
  }

  @Test("a topic lists its commands, after the help on the command of this name")
  func topics() throws {
    let plan = HelpText.lines(on: "plan", in: .listening, width: 80)
    #expect(
      plan.prefix(5) == [
        "plan [off]", "  Shows the plan, or empties it.", "  Example: plan off",
        "Commands for 'plan':",
        "  for [TIME]          Sets the session's length: a time, its songs, or open.",
      ])
    #expect(plan.count == 4 + CommandSpec.all.count(where: \.isPartOfPlan) - 1)
    let sets = HelpText.lines(on: "sets", in: .picking, width: nil)
    for name in ["sit", "save", "load", "edit", "rename", "delete", "home"] {
      #expect(sets.contains { $0.hasPrefix("  \(name) ") }, "\(name)")
    }
    let songs = HelpText.lines(on: "songs", in: .picking, width: nil)
    #expect(songs.first == "Commands for 'songs':")
    #expect(songs.contains { $0.hasPrefix("  find ") })
    let footer = HelpText.lines(on: nil, in: .picking, width: nil).last
    for topic in CommandSpec.groupWords {
      #expect(footer?.contains("'help \(topic)'") == true)
      #expect(!CommandSpec.group(topic).isEmpty)
      #expect(try CommandParser.parse("help \(topic)") == .show(.help(topic)))
    }
  }

  @Test("only keys that work are named")
  func keys() {
    let (lines, editing, immediate) = (
      HelpText.keys(.lines, width: nil), HelpText.keys(.editing, width: nil),
      HelpText.keys(.immediate, width: nil)
    )
    #expect(
      lines.map { $0.prefix(8) } == ["In a ter", "  Ctrl-U", "  Ctrl-C", "  Ctrl-D", "  Ctrl-Z"])
    #expect(
      !editing.contains { $0.contains("Space") } && editing.contains { $0.contains("Ctrl-R") })
    #expect(immediate.contains { $0.contains("Space") })
    #expect(
      Set(immediate.map { words([$0]) }).isSuperset(of: editing.dropFirst().map { words([$0]) }))
  }

  private func words(_ lines: [String]) -> [Substring] {
    lines.joined(separator: " ").split(separator: " ")
  }

  @Test("what a command does hangs beside it")
  func layout() {
    let lines = HelpText.lines(on: nil, in: .listening, width: 40)
    let start = lines.firstIndex { $0.hasPrefix("  previous") } ?? 0
    #expect(
      lines[start...].prefix(5) == [
        "  previous       Restarts the song; in",
        "                 its first 3 seconds,",
        "                 goes back one.",
        "  seek TIME      Jumps to a time, to",
        "                 50%, or by +10 or -10",
      ])
  }
}
