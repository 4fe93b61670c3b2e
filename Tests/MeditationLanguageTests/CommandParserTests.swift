import MeditationCore
import MeditationLanguage
import MeditationText
import Testing

struct CommandParserTests {
  /// A line and its command.
  struct Valid: Sendable, CustomTestStringConvertible {
    let line: String
    let command: Command
    var testDescription: String { line }

    init(_ line: String, _ command: Command) {
      self.line = line
      self.command = command
    }
  }

  private static let plan = [
    "for", "until", "whole", "settle", "begin", "opening", "bells", "also", "closing", "bell",
    "fade", "breath",
    "music", "under", "voice", "guide", "repeat", "crossfade", "then", "part", "plan",
  ]

  /// A line and its error message.
  struct Invalid: Sendable, CustomTestStringConvertible {
    let line: String
    let message: String
    var testDescription: String { line }

    init(_ line: String, _ message: String) {
      self.line = line
      self.message = message
    }
  }

  private static let practice = [
    "home", "journal", "note", "label", "goal", "again", "resume", "sets", "save", "load", "edit",
    "rename",
    "delete", "restore", "sit", "settings", "set",
  ]

  /// The commands that a shared prefix means last of all.
  private static let last = [
    "add", "info", "jump", "left", "more", "rescan", "restore", "label", "goal", "clock", "lock",
    "unlock",
  ]

  @Test("each valid line is its command", arguments: validLines + practiceLines)
  func valid(row: Valid) throws {
    #expect(try CommandParser.parse(row.line) == row.command)
  }

  @Test("each invalid line gives its message", arguments: invalidLines + invalidPracticeLines)
  func invalid(row: Invalid) {
    #expect(message(answering: row.line) == row.message)
  }

  @Test(
    "nothing is suggested that is useless in the phase",
    arguments: [
      ("skip", .picking, "No command 'skip'. 'help' lists the commands."),
      ("stop", .picking, "No command 'stop'. Did you mean 'quit'?"),
      ("enqueue 3", .picking, "No command 'enqueue'. Did you mean 'pick 3'?"),
      ("streak", .picking, "No command 'streak'. Did you mean 'journal'?"),
      ("ring", .picking, "No command 'ring'. Did you mean 'bell bowl'?"),
      ("time", .listening, "No command 'time'. Did you mean 'status'?"),
      (
        "version", .picking,
        "No command 'version'. In a shell, 'meditate --version' prints it."
      ),
      ("1.5", .picking, "'1.5' is not a song number. Did you mean 'sit 1.5'?"),
      ("20m", .picking, "'20m' is not a song number. Did you mean 'sit 20m'?"),
      ("+10", .picking, "No command '+10'. 'help' lists the commands."),
      (":next", .picking, "No command ':next'. 'help' lists the commands."),
      ("-5", .picking, "'-5' is not a song number. Did you mean '1-5'?"),
      ("pasue", .picking, "No command 'pasue'. Did you mean 'pause'?"),
      ("skip", .listening, "No command 'skip'. Did you mean 'next'?"),
      ("1.5", .listening, "'1.5' is not a song number. Did you mean 'seek 1.5'?"),
      ("go", .listening, "No command 'go'. 'help' lists the commands."),
      ("stop", .finished, "No command 'stop'. Did you mean 'quit'?"),
      ("restart", .finished, "No command 'restart'. Did you mean 'again'?"),
      ("restart", .listening, "No command 'restart'. 'help' lists the commands."),
      ("continue", .listening, "No command 'continue'. Did you mean 'resume'?"),
      ("store Evening", .picking, "No command 'store'. Did you mean 'save Evening'?"),
    ] as [(String, Phase, String)])
  func phases(line: String, phase: Phase, message: String) {
    #expect(throws: LineError.self) { try CommandParser.parse(line, in: phase) }
    #expect(self.message(answering: line, in: phase) == message)
  }

  @Test("exactly the unambiguous prefixes match", arguments: Commands.table.rows)
  func prefixes(of spec: Commands.Row) throws {
    for length in 1...spec.name.utf8.count {
      let prefix = String(spec.name.prefix(length))
      // A word for another command wins over a prefix: 'skip' is answered with 'next'.
      if ["skip", "go"].contains(prefix) { continue }
      // The parts of a plan come after the other commands, those of the practice and late ones last.
      let names = Commands.table.vocabulary.words.filter { $0.hasPrefix(prefix) }
      let session = names.filter {
        !Self.practice.contains($0) && !["level", "redo", "crossfade"].contains($0)
          && !Self.last.contains($0)
      }
      let others = session.filter { !Self.plan.contains($0) }
      let early = names.filter { !Self.last.contains($0) }
      let fitting = [others, session, early, names].first { !$0.isEmpty } ?? []
      let meant = names.contains(prefix) ? prefix : fitting.count == 1 ? fitting[0] : nil
      for typed in [prefix, prefix.uppercased()] {
        #expect(Commands.name(meantBy: typed) == meant, "\(typed)")
        guard meant == spec.name, spec.example.hasPrefix(spec.name) else { continue }
        let line = typed + spec.example.dropFirst(spec.name.count)
        #expect(try CommandParser.parse(line) == CommandParser.parse(spec.example), "\(line)")
      }
    }
  }

  @Test("quoted text is safe to print on a terminal")
  func quotesAreClean() {
    let line = "\u{1B}[2Jx\u{0}\u{202E}\u{9B}\u{2028}y\u{7F}"
    #expect(message(answering: line) == "No command '�[2Jx���'. 'help' lists the commands.")
  }

  @Test("quoted text is short, however long the word", arguments: ["x", "e\u{301}", "\u{301}"])
  func quotesAreShort(piece: String) throws {
    let line = String(repeating: piece, count: 100_000)
    let message = try #require(self.message(answering: line))
    #expect(message.unicodeScalars.count < 100)
    #expect(message.contains("…'"))
  }

  @Test("a million words are one command")
  func manyWords() throws {
    let line = String(repeating: "7 ", count: 1_000_000)
    guard case .numbers(let ranges) = try CommandParser.parse(line) else {
      Issue.record("not a line of numbers")
      return
    }
    #expect(ranges.count == 1_000_000)
    #expect(ranges.last == NumberRange(7, through: 7))
  }

  private func message(answering line: String, in phase: Phase? = nil) -> String? {
    do {
      _ = try CommandParser.parse(line, in: phase)
      return nil
    } catch {
      return error.description
    }
  }
}
