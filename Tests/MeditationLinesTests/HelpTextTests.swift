import MeditationCore
import MeditationLanguage
import MeditationText
import Testing

@testable import MeditationLines

@Suite("Help on a terminal") struct HelpTextTests {
  @Test(
    "what matters now is explained, all else is named, on a screen of 24 rows with the prompt and a status",
    arguments: [Phase.picking, .listening, .finished])
  func oneScreen(phase: Phase) {
    let lines = HelpText.lines(on: nil, in: phase, width: 80)
    #expect(lines.count <= 22)
    let all = lines.joined(separator: " ")
    for spec in Commands.table.rows { #expect(all.contains(spec.name), "\(spec.name)") }
    let explained = lines.dropFirst().prefix { $0.hasPrefix("  ") }
    let useful = Set(Commands.topics.rows.filter { $0.uses.contains(phase.use) }.map(\.summary))
    for line in HelpText.lines(on: nil, in: phase, width: nil).dropFirst().prefix(explained.count) {
      #expect(useful.contains { line.hasSuffix($0) }, "\(line)")
    }
  }

  @Test("on 40 columns, what matters now, and the topics of all else", arguments: Phase.allCases)
  func narrow(phase: Phase) {
    let lines = HelpText.lines(on: nil, in: phase, width: 39)
    #expect(lines.count <= 24, "\(lines)")
    #expect(lines.allSatisfy { CellWidth.of($0) <= 39 })
    let all = lines.joined(separator: " ")
    for topic in Commands.groupWords + ["keys"] { #expect(all.contains("'help \(topic)'")) }
  }

  @Test("at home, a number sits a set")
  func atHome() {
    let lines = HelpText.lines(on: nil, in: .picking, atHome: true, width: 80)
    #expect(lines[1].contains("NUMBER") && lines[1].hasSuffix("Sits the set with this number."))
    #expect(!lines.contains { $0.contains("3-5") || $0.contains("Toggles") })
  }

  @Test("'help all' explains each command once, in groups")
  func all() {
    let lines = HelpText.lines(on: "all", in: .picking, width: nil)
    for spec in Commands.topics.rows {
      #expect(lines.count { $0.hasSuffix(spec.summary) } >= 1, "\(spec.name)")
    }
    let titles = lines.filter { !$0.hasPrefix(" ") }
    #expect(titles == ["Songs:", "Session:", "Plan:", "Sets:", "Journal:", "Settings:"])
    #expect(lines.count == titles.count + Commands.topics.rows.count)
  }

  @Test(
    "no word is broken, nothing is lost, nothing is too wide", arguments: [40, 60, 80, 300])
  func widths(width: Int) {
    let isNarrow = width < 60
    let pages = { (width: Int?) in
      [
        // Narrower help has less.
        isNarrow ? [] : HelpText.lines(on: nil, in: .listening, width: width),
        HelpText.keys(.immediate, width: width),
      ]
        + Commands.topics.rows.map { HelpText.lines(on: $0.name, in: .picking, width: width) }
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
    #expect(plan.count == 4 + Commands.table.rows.count(where: \.uses.isClause) - 1)
    let sets = HelpText.lines(on: "sets", in: .picking, width: nil)
    for name in ["sit", "save", "load", "edit", "rename", "delete", "home"] {
      #expect(sets.contains { $0.hasPrefix("  \(name) ") }, "\(name)")
    }
    let songs = HelpText.lines(on: "songs", in: .picking, width: nil)
    #expect(songs.first == "Commands for 'songs':")
    #expect(songs.contains { $0.hasPrefix("  find ") })
    for topic in Commands.groupWords {
      #expect(!Commands.group(topic).isEmpty)
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
    let lines = HelpText.lines(on: "session", in: .listening, width: 40)
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

extension HelpText {
  fileprivate static func lines(
    on name: String?, in phase: Phase, atHome isHome: Bool = false, width: Int?
  ) -> [String] {
    entries(on: name, in: phase, atHome: isHome, width: width).flatMap(\.self)
  }
}
