import MeditationPractice
import MeditationText
import Testing

@testable import MeditationLanguage
@testable import meditate

/// The manual's tables, beside those of the program.
@Suite("The manual") struct ManualTests {
  private let manual: MarkdownFile

  init() throws { manual = try MarkdownFile("Documentation/Manual.md") }

  // MARK: - Commands

  /// Examples for the placeholders in the manual's lines.
  private static let examples = [
    "COMMAND": "seek", "KEY": "artist", "LIST": "1 3-5", "NAME": "evening", "SET": "evening",
    "TEXT": "calm", "VALUE": "60", "WORDS": "ocean waves",
  ]

  /// A heading, and the commands of the table below it.
  struct Topic: CustomTestStringConvertible {
    let title: String
    let commands: [Commands.Row]

    var testDescription: String { title }
  }

  private static let topics = [
    Topic(
      title: "Commands",
      commands: Commands.topics.rows.filter { row in
        !row.uses.isClause && !Commands.practicing.contains { $0.name == row.name }
      }),
    Topic(title: "Sets, journal and settings", commands: Commands.practicing),
    Topic(title: "The plan", commands: Commands.topics.rows.filter(\.uses.isClause)),
  ]

  @Test("each line in the tables of commands is one", arguments: topics)
  func lines(of topic: Topic) throws {
    let lines = manual.rows(under: topic.title).flatMap { $0[0].codeSpans }
    // A terminal itself answers 'help keys', and other clients have no keys.
    for line in lines where line != "help keys" {
      let typed = line.replacing(/[A-Z]{2,}/) { Self.examples[String($0.output)] ?? "?" }
      #expect(throws: Never.self, "\(line)") { _ = try CommandParser.parse(typed) }
    }
  }

  @Test("each command has a row in its table, which names no others", arguments: topics)
  func commands(of topic: Topic) {
    let lines = manual.rows(under: topic.title).flatMap { $0[0].codeSpans }
    #expect(Set(lines.map(Self.command)) == Set(topic.commands.map(\.name)))
  }

  @Test("the words that a command takes are in its rows", arguments: topics)
  func words(of topic: Topic) {
    for command in topic.commands {
      let rows = manual.rows(under: topic.title).filter {
        $0[0].codeSpans.map(Self.command).contains(command.name)
      }
      var taken = Commands.completions(of: "\(command.name) ")
      if command.name == "help" { taken = Commands.groupWords }
      // One sentence below the table says it of all.
      if command.uses.isClause { taken.removeAll { $0 == "off" } }
      let written = rows.joined().flatMap(\.codeSpans).joined(separator: " ").words
      #expect(Set(taken.map { $0[...] }).subtracting(written) == [], "\(command.name)")
    }
  }

  /// The name of the command that performs `line`, as it is typed there.
  private static func command(of line: String) -> String {
    if line.hasPrefix("/") { return "find" }
    let name = String(line.prefix { $0 != " " })
    return name.first?.isNumber ?? false ? Commands.numbers.name : name
  }

  // MARK: - Options and subcommands

  @Test("each option has a row, and a value there if it takes one")
  func options() throws {
    let arguments = try #require(CommandInfo(of: meditate.Meditate.self)?.arguments)
    let takingValues = arguments.filter { $0.kind == .option }
    let lines = manual.rows(under: "Options").flatMap { $0[0].codeSpans }
    let names = lines.map { line in String(line.prefix { $0 != " " }) }
    #expect(names.count == Set(names).count)
    #expect(Set(names) == Set(Self.names(of: arguments)))
    #expect(
      Set(zip(names, lines).filter { $0 != $1 }.map(\.0)) == Set(Self.names(of: takingValues)))
  }

  @Test("each subcommand has a row with the options that it alone has")
  func subcommands() throws {
    let program = try #require(CommandInfo(of: meditate.Meditate.self))
    let common = Set(Self.names(of: program.arguments ?? []))
    let rows = Dictionary(grouping: manual.rows(under: "Subcommands")) { row in
      let words = (row[0].codeSpans.first ?? "").split(separator: " ").dropFirst()
      return words.prefix { $0.allSatisfy(\.isLowercase) }.joined(separator: " ")
    }
    let subcommands = Self.subcommands(of: program).filter { $0.name != "help" }
    #expect(Set(rows.keys) == Set(subcommands.map(\.name)))
    for (name, subcommand) in subcommands {
      // '--until TIME' has another name in the program, which nobody types.
      let options = Set(Self.names(of: (subcommand.arguments ?? []).filter(\.shouldDisplay)))
      let lines = (rows[name] ?? []).flatMap { $0[1].codeSpans }.filter { $0.hasPrefix("--") }
      let written = Set(lines.map { line in String(line.prefix { $0 != " " }) })
      #expect(options.subtracting(common).subtracting(written) == [], "\(name)")
      #expect(written.subtracting(options) == [], "\(name)")
    }
  }

  /// The subcommands of `command`, and theirs, each with the words that call it.
  private static func subcommands(
    of command: CommandInfo
  ) -> [(name: String, subcommand: CommandInfo)] {
    (command.subcommands ?? []).flatMap { subcommand in
      let name = subcommand.commandName
      return [(name, subcommand)]
        + subcommands(of: subcommand).map { ("\(name) \($0.name)", $0.subcommand) }
    }
  }

  private static func names(of arguments: [CommandInfo.Argument]) -> [String] {
    arguments.flatMap { $0.names ?? [] }.map(\.spelled)
  }

  // MARK: - Exit codes

  @Test("the exit codes are those of the program, and of its help")
  func exitCodes() {
    let statuses = sequence(first: meditate.ExitStatus.fine, next: Self.status)
    let codes = statuses.map { status in
      if case .signal = status { "128 + n" } else { "\(status.code)" }
    }
    let rows = manual.rows(under: "Exit codes").map { $0[0] }
    #expect(rows.count == Set(rows).count)
    #expect(Set(rows) == Set(codes))
    let help = meditate.ExitStatus.documentation.split(separator: "; ").map { meaning in
      String(meaning.prefix { $0 != " " }).replacing("+", with: " + ")
    }
    #expect(Set(help) == Set(codes))
  }

  /// The status after `status` in the order of their declaration; a new one must be added here.
  private static func status(
    after status: meditate.ExitStatus
  ) -> meditate.ExitStatus? {
    switch status {
    case .fine: .scriptFailed
    case .scriptFailed: .lineRefused
    case .lineRefused: .checkFailed
    case .checkFailed: .nothingPlayable
    case .nothingPlayable: .songFailed
    case .songFailed: .usage
    case .usage: .unusableImport
    case .unusableImport: .driverUnavailable
    case .driverUnavailable: .limited
    case .limited: .outputUncreatable
    case .outputUncreatable: .outputFailed
    case .outputFailed: .noSession
    case .noSession: .timedOut
    case .timedOut: .commandNotStarted
    // It has any code.
    case .commandNotStarted: .command(0)
    case .command: .signal(1)
    case .signal: nil
    }
  }

  // MARK: - Settings

  @Test("each setting has a row with its values and its default")
  func settings() throws {
    let arguments = try #require(CommandInfo(of: meditate.Meditate.self)?.arguments)
    let rows = manual.rows(under: "Settings")
    let settings = Settings.table.rows
    try #require(rows.map { $0[0] } == settings.map { "`\($0.name)`" })
    for (row, setting) in zip(rows, settings) {
      let (values, initial) = (row[1], row[2])
      if let text = setting.defaultText {
        #expect(initial.words.contains(text[...]) || initial.codeSpans == [text], "\(setting.name)")
      } else {
        // It may still say what happens then.
        #expect(initial == "none" || initial.wholeMatch(of: /`[^`]*`/) == nil, "\(setting.name)")
      }
      for value in values.codeSpans {
        #expect(throws: Never.self, "\(setting.name)") {
          try SettingValidation.check(value, of: setting)
        }
      }
      let argument = arguments.first { $0.isNamed("--\(setting.name)") }
      if let words = argument?.completionKind?.list?.values, argument?.valueName == setting.name {
        #expect(Set(values.codeSpans) == Set(words), "\(setting.name)")
      }
      if !setting.takesValue { #expect(values.codeSpans == ["yes", "no"], "\(setting.name)") }
      if let range = values.wholeMatch(of: /(\d+) to (\d+)/)?.output {
        let (first, last) = try (#require(Int(range.1)), #require(Int(range.2)))
        for (value, isValid) in [
          (first - 1, false), (first, true), (last, true), (last + 1, false),
        ] {
          let isTaken = (try? SettingValidation.check("\(value)", of: setting)) != nil
          #expect(isTaken == isValid, "\(setting.name) = \(value)")
        }
      }
    }
  }

  @Test("the settings that take effect at once")
  func liveSettings() throws {
    let text = manual.text(under: "Settings")
    let sentence = try #require(text.firstMatch(of: /((?:`[^`]+`[, and]*)+) change at once/))
    #expect(
      Set(String(sentence.output.1).codeSpans)
        == Set(Settings.table.rows.filter(\.isLive).map(\.name)))
  }

  // MARK: - Scripts

  @Test("each expectation has a row with the words that it takes")
  func expectations() throws {
    let rows = manual.rows(under: "Scripts")
    let lines = rows.flatMap { $0[0].codeSpans }
    for line in lines {
      #expect(throws: Never.self, "\(line)") { _ = try ScriptParser.parse(line.utf8) }
    }
    let kinds = lines.map { $0.split(separator: " ")[1] }.filter { $0.first?.isLetter ?? false }
    #expect(Set(kinds.map(String.init)) == Set(Self.choices(after: "")))
    for row in rows {
      let line = try #require(row[0].codeSpans.first)
      let start = line.split(separator: " ").dropFirst().dropLast().joined(separator: " ")
      // The reasons of refusals are a table of the protocol.
      let choices = start == "refusal" ? [] : Self.choices(after: start)
      #expect(choices.isEmpty || Set(row[1].codeSpans) == Set(choices), "\(line)")
    }
  }

  /// The words that can follow `start` in an expectation; none if they are not of a list.
  private static func choices(after start: String) -> [String] {
    guard let tokens = try? QuotedText.words(of: "\(start) ?", before: "#") else { return [] }
    var rest = Arguments(name: "expect", example: "", tokens[...])
    do throws(LineError) {
      _ = try ExpectationParser.parse(&rest, refusals: Vocabulary(CommandRefusal.words))
      return []
    } catch {
      if case .cannotFollow(_, _, _, let choices) = error { return choices }
      return []
    }
  }
}
