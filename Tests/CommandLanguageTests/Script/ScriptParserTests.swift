import CommandLanguage
import MeditationCore
import Testing

struct ScriptParserTests {
  /// A line and its statement.
  struct Valid: Sendable, CustomTestStringConvertible {
    let line: String
    let statement: ScriptStatement
    var testDescription: String { line }

    init(_ line: String, _ statement: ScriptStatement) {
      self.line = line
      self.statement = statement
    }
  }

  @Test("each valid line is its statement", arguments: validLines)
  func valid(row: Valid) throws {
    let expected = [ScriptLine(number: 1, text: row.line, statement: row.statement)]
    #expect(try ScriptParser.parse(row.line) == expected)
  }

  @Test("a statement's description parses as the same statement", arguments: validLines)
  func roundTrip(row: Valid) throws {
    let lines = try ScriptParser.parse(row.statement.description)
    #expect(lines.map(\.statement) == [row.statement])
  }

  @Test("each invalid line gives its message", arguments: invalidLines)
  func invalid(line: String, message: String) {
    #expect(throws: ScriptErrors(lines: [ScriptError(line: 1, message: message)])) {
      try ScriptParser.parse(line)
    }
  }

  @Test(
    "lines that say nothing",
    arguments: [
      "", "\n", "\r\n", " \t", "#", "# start", "  # start", "\u{FEFF}", "\u{FEFF}# x\n\n",
    ])
  func nothing(text: String) throws {
    #expect(try ScriptParser.parse(text) == [])
  }

  @Test(
    "line ends of every kind, and a byte order mark",
    arguments: ["all\nstart", "all\r\nstart\r\n", "\u{FEFF}all\nstart\n", "all\nstart\r"])
  func lineEnds(text: String) throws {
    let lines = try ScriptParser.parse(text)
    #expect(lines.map(\.statement) == [.command(.pick(.all)), .command(.action(.start))])
    #expect(lines.map(\.number) == [1, 2])
  }

  @Test("all bad lines are reported at once, by number")
  func everyBadLine() {
    let script = """
      song "Waves" 2:50
      al

      strat  # a slip
      expect phsae listening
      wait 1:75
      pause
      """
    #expect(
      throws: ScriptErrors(lines: [
        ScriptError(line: 4, message: "No command 'strat'. Did you mean 'start'?"),
        ScriptError(line: 5, message: "'phsae' cannot follow 'expect'. Did you mean 'phase'?"),
        ScriptError(
          line: 6, message: "'1:75' is not a time: seconds go up to 59. Did you mean '2:15'?"),
      ])
    ) {
      try ScriptParser.parse(script)
    }
  }

  @Test("invalid UTF-8 affects only its own line")
  func invalidUTF8() throws {
    let bytes = Array("all\n".utf8) + [0xFF, 0xC3, 0x0A] + Array("strat\n".utf8)
    let errors = try #require(throws: ScriptErrors.self) { try ScriptParser.parse(bytes) }
    #expect(
      errors.lines.map(\.description) == [
        "2: This line is not UTF-8 text.", "3: No command 'strat'. Did you mean 'start'?",
      ])
  }

  @Test("texts of scripts are safe to print on a terminal")
  func textsAreClean() throws {
    let lines = try ScriptParser.parse(
      "song \"a\u{1B}[2J\" by \"b\u{202E}\"\nfail 1 c\u{7}\nlose device \"d\u{9B}\"")
    #expect(
      lines.map(\.statement) == [
        .song(SongDeclaration(title: "a�[2J", artist: "b�")),
        .fail(song: 1, reason: "c�"), .loseDevice(reason: "d�"),
      ])
  }

  @Test("a line of a megabyte, whatever it is made of", arguments: ["x", "7 ", "\" ", "e\u{301}"])
  func longLine(piece: String) throws {
    let long = String(repeating: piece, count: 1_000_000 / piece.utf8.count)
    let errors = try #require(throws: ScriptErrors.self) {
      try ScriptParser.parse("expect \(long)\nfail x\(long)\n\(long) x\n\"\(long)")
    }
    #expect(errors.lines.map(\.line) == [1, 2, 3, 4])
    #expect(errors.lines.allSatisfy { $0.message.unicodeScalars.count < 160 })
  }

  @Test("a hundred thousand lines")
  func manyLines() throws {
    let lines = try ScriptParser.parse(String(repeating: "next\n", count: 100_000))
    #expect(lines.count == 100_000)
    #expect(lines.last?.number == 100_000)
  }
}
