import MeditationCore
import MeditationPlan
import Testing

@testable import MeditationLanguage

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
    #expect(try ScriptParser.parse(row.line.utf8) == expected)
  }

  @Test(
    "each reason of a refusal can be expected",
    arguments: Refusal.words + ["not-understood"])
  func refusal(word: String) throws {
    let lines = try ScriptParser.parse("expect refusal \(word)".utf8)
    #expect(lines.map(\.statement) == [.expect(.refusal(word))])
  }

  @Test("each invalid line gives its message", arguments: invalidLines)
  func invalid(line: String, message: String) {
    #expect(throws: ScriptErrors(lines: [ScriptError(line: 1, message: message)])) {
      try ScriptParser.parse(line.utf8)
    }
  }

  @Test(
    "lines that say nothing",
    arguments: [
      "", "\n", "\r\n", " \t", "#", "# start", "  # start", "\u{FEFF}", "\u{FEFF}# x\n\n",
    ])
  func nothing(text: String) throws {
    #expect(try ScriptParser.parse(text.utf8) == [])
  }

  @Test(
    "line ends of every kind, and a byte order mark",
    arguments: ["all\nstart", "all\r\nstart\r\n", "\u{FEFF}all\nstart\n", "all\nstart\r"])
  func lineEnds(text: String) throws {
    let lines = try ScriptParser.parse(text.utf8)
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
      try ScriptParser.parse(script.utf8)
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
      "song \"a\u{1B}[2J\" by \"b\u{202E}\"\nfail 1 c\u{7}\nlose device \"d\u{9B}\"".utf8)
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
      try ScriptParser.parse("expect \(long)\nfail x\(long)\n\(long) x\n\"\(long)".utf8)
    }
    #expect(errors.lines.map(\.line) == [1, 2, 3, 4])
    #expect(errors.lines.allSatisfy { $0.message.unicodeScalars.count < 160 })
  }

  @Test("a hundred thousand lines")
  func manyLines() throws {
    let lines = try ScriptParser.parse(String(repeating: "next\n", count: 100_000).utf8)
    #expect(lines.count == 100_000)
    #expect(lines.last?.number == 100_000)
  }
}

// MARK: - Lines

extension ScriptParserTests {
  static let validLines: [Valid] = [
    Valid("start", .command(.action(.start))),
    Valid("pa", .command(.action(.pause))),
    Valid("pause # for a while", .command(.action(.pause))),
    Valid("seek +10", .command(.action(.seek(.by(.seconds(10)))))),
    Valid(
      "1 3-", .command(.numbers([NumberRange(1, through: 1), NumberRange(3, through: nil)]))),
    Valid(
      "for 20m, bell \"a # b.wav\" # plan",
      .command(
        .plan([.change(.length(.time(.seconds(1200)))), .change(.bell(.file("a # b.wav")))]))),
    Valid("wait 90s", .wait(.time(.seconds(90)))),
    Valid("Wait 1:30", .wait(.time(.seconds(90)))),
    Valid("wait 0.25", .wait(.time(.milliseconds(250)))),
    Valid("wait end-of-song", .wait(.milestone(.endOfSong))),
    Valid("wait part", .wait(.milestone(.part))),
    Valid("expect part 2", .expect(.number(.part, 2))),
    Valid("wait END-OF-SESSION", .wait(.milestone(.endOfSession))),
    Valid("expect phase picking", .expect(.fact("phase", "picking"))),
    Valid("expect phase listening\t#1", .expect(.fact("phase", "listening"))),
    Valid("expect phase finished", .expect(.fact("phase", "finished"))),
    Valid("expect 1 playing", .expect(.songs(one, .playing))),
    Valid("expect 1 picked", .expect(.songs(one, .picked))),
    Valid("expect 1 unpicked", .expect(.songs(one, .unpicked))),
    Valid("expect 1 hidden", .expect(.songs(one, .hidden))),
    Valid("expect 1 failed", .expect(.songs(one, .failed))),
    Valid(
      "expect 2-4 playable",
      .expect(.songs(.numbers([NumberRange(2, through: 4)]), .playable))),
    Valid(
      "expect 1, 3- playable",
      .expect(
        .songs(
          .numbers([NumberRange(1, through: 1), NumberRange(3, through: nil)]), .playable))),
    Valid("expect all hidden", .expect(.songs(.all, .hidden))),
    Valid("expect transport playing", .expect(.fact("transport", "playing"))),
    Valid("expect transport paused", .expect(.fact("transport", "paused"))),
    Valid("expect position 1:30", .expect(.time(.position, .seconds(90)))),
    Valid("expect position 0:00.000000001", .expect(.time(.position, .nanoseconds(1)))),
    Valid("expect volume 80", .expect(.number(.volume, 80))),
    Valid("expect level album", .expect(.fact("level", "album"))),
    Valid("expect picked 3", .expect(.number(.picked, 3))),
    Valid("expect heard 0", .expect(.number(.heard, 0))),
    Valid("expect found 4", .expect(.number(.found, 4))),
    Valid(
      "expect order 3 1-2",
      .expect(.order([NumberRange(3, through: 3), NumberRange(1, through: 2)]))),
    Valid("expect repeat on", .expect(.fact("repeat", "on"))),
    Valid("expect repeat OFF", .expect(.fact("repeat", "off"))),
    Valid("expect locked", .expect(.fact("lock", "on"))),
    Valid("expect unlocked", .expect(.fact("lock", "off"))),
    Valid("expect lock off", .expect(.fact("lock", "off"))),
    Valid("expect sound lost", .expect(.fact("sound", "lost"))),
    Valid("expect music waiting", .expect(.fact("music", "waiting"))),
    Valid("expect ringing yes", .expect(.fact("ringing", "yes"))),
    Valid("find \"a # b\" # c", .command(.find(["a", "b"]))),
    Valid("/waves # all of them", .command(.find(["waves"]))),
    Valid("shuffle 42", .command(.action(.shuffle(seed: 42)))),
    Valid("move 5 to 1", .command(.action(.move([4], to: .position(0))))),
    Valid("fail 2 unreadable", .fail(song: 2, reason: "unreadable")),
    Valid("fail 2 the  disk is gone # really", .fail(song: 2, reason: "the disk is gone")),
    Valid("fail 2 \"track # 1 broke\"", .fail(song: 2, reason: "track # 1 broke")),
    Valid("lose device unplugged", .loseDevice(reason: "unplugged")),
    Valid("restore device", .restoreDevice),
    Valid("song \"Waves\"", .song(SongDeclaration(title: "Waves"))),
    Valid("song \"Waves\" 2:50", .song(SongDeclaration(title: "Waves", duration: .seconds(170)))),
    Valid(
      "song \"Waves\" by \"The Sea\"", .song(SongDeclaration(title: "Waves", artist: "The Sea"))),
    Valid(
      #"song "12\" \\ # 1" by "The Sea" 2:50.5 # vinyl"#,
      .song(
        SongDeclaration(
          title: #"12" \ # 1"#, artist: "The Sea", duration: .milliseconds(170_500)))),
  ]

  private static let one = SongSelection.numbers([NumberRange(1, through: 1)])

  static let invalidLines: [(line: String, message: String)] = [
    // The prompt's mistakes, and the script's own words among the suggestions.
    ("strat", "No command 'strat'. Did you mean 'start'?"),
    ("wiat 90s", "No command 'wiat'. Did you mean 'wait'?"),
    ("wai 90s", "No command 'wai'. Did you mean 'wait'?"),
    ("expct 1 playing", "No command 'expct'. Did you mean 'expect'?"),
    ("son \"Waves\"", "No command 'son'. Did you mean 'song'?"),
    ("help wiat", "No command 'wiat'. 'help' lists the commands."),
    ("5-3", "'5-3' runs backwards. Did you mean '3-5'?"),
    ("pause now # or later", "'pause' takes no words."),
    // Waits.
    (
      "wait",
      "'wait' needs a time, such as 90s, 1:30, end-of-song, end-of-session, bell or part."
    ),
    (
      "wait 90x",
      "'90x' is not a time. Write 90s, 1:30, end-of-song, end-of-session, bell or part."
    ),
    (
      "wait -5", "'-5' is not a time. Write 90s, 1:30, end-of-song, end-of-session, bell or part."
    ),
    ("wait 1:5", "'1:5' is not a time. Did you mean '1:05'?"),
    ("wait end-of-sogn", "'end-of-sogn' cannot follow 'wait'. Did you mean 'end-of-song'?"),
    ("wait end", "'end' cannot follow 'wait'. Did you mean 'end-of-song'?"),
    (
      "wait forever",
      "'forever' cannot follow 'wait'. Write end-of-song, end-of-session, bell or part."
    ),
    ("wait 5 6", "Unexpected '6': 'wait' takes no further words."),
    // Expectations.
    ("expect", "'expect' needs an expectation, such as 'phase listening' or '1 playing'."),
    ("expect le 5:00", "'le' cannot follow 'expect'. Did you mean 'left'?"),
    ("expect phsae listening", "'phsae' cannot follow 'expect'. Did you mean 'phase'?"),
    (
      "expect silence",
      "'silence' cannot follow 'expect'. Write phase, transport, position, volume or one of "
        + "20 more."
    ),
    ("expect phase", "'expect phase' needs picking, listening or finished."),
    (
      "expect phase listning", "'listning' cannot follow 'expect phase'. Did you mean 'listening'?"
    ),
    (
      "expect phase silent",
      "'silent' cannot follow 'expect phase'. Write picking, listening or finished."
    ),
    (
      "expect phase listening now",
      "Unexpected 'now': 'expect phase listening' takes no further words."
    ),
    (
      "expect 1",
      "'expect 1' needs picked, unpicked, playable, playing, hidden or failed."
    ),
    ("expect 1 playng", "'playng' cannot follow 'expect 1'. Did you mean 'playing'?"),
    ("expect 1 3 playng", "'playng' cannot follow 'expect 1 …'. Did you mean 'playing'?"),
    ("expect 0 playing", "Song numbers start at 1."),
    ("expect 5-3 playing", "'5-3' runs backwards. Did you mean '3-5'?"),
    (
      "expect 1:30 playing", "'1:30' is not a song number. Write 3, 3-5 or 7-."
    ),
    (
      "expect transport stopped",
      "'stopped' cannot follow 'expect transport'. Write playing or paused."
    ),
    ("expect position", "'expect position' needs a time, such as 1:30 or 12.5."),
    ("expect position x", "'x' is not a time. Write 1:30 or 12.5."),
    ("expect volume", "'expect volume' needs a volume from 0 to 100."),
    ("expect volume +5", "'+5' is not a volume. Write 80, +5 or -5."),
    ("expect volume 101", "'101' is out of range. The volume goes from 0 to 100."),
    ("expect picked", "'expect picked' needs a number of songs."),
    ("expect picked many", "'many' is not a number of songs."),
    ("expect bells many", "'many' is not a number of bells."),
    ("expect heard 99999999999999999999", "'99999999999999999999' is not a number of songs."),
    (
      "expect refusal",
      "'expect refusal' needs nothing-picked, no-such-song, not-in-session, already-picking or "
        + "one of 25 more."
    ),
    ("expect order", "'expect order' needs song numbers, such as '3 1-2'."),
    ("expect order all", "'expect order' needs song numbers, such as '3 1-2'."),
    ("expect repeat once", "'once' cannot follow 'expect repeat'. Did you mean 'one'?"),
    (
      "expect refusal nothing-pickd",
      "'nothing-pickd' cannot follow 'expect refusal'. Did you mean 'nothing-picked'?"
    ),
    // Faults.
    ("fail", "'fail' needs a song's number and a reason, such as 'fail 2 unreadable'."),
    ("fail 2", "'fail' needs a reason, such as 'the cable is out'."),
    ("fail 2 \"\"", "'fail' needs a reason, such as 'the cable is out'."),
    ("fail 0 x", "Song numbers start at 1."),
    ("fail 2-3 x", "'2-3' is not a single song. 'fail' takes one song number."),
    ("fail 2- x", "'2-' is not a single song. 'fail' takes one song number."),
    ("fail it x", "'it' is not a song number. Write 3, 3-5 or 7-."),
    ("lose", "'lose' needs device."),
    ("lose devise x", "'devise' cannot follow 'lose'. Did you mean 'device'?"),
    ("lose device", "'lose device' needs a reason, such as 'the cable is out'."),
    (
      "restore device now", "Unexpected 'now': 'restore device' takes no further words."
    ),
    // Songs.
    (
      "song", "'song' needs a title in quotes, such as 'song \"Waves\" by \"The Sea\" 2:50'."
    ),
    (
      "song Waves",
      "'song' needs a title in quotes, such as 'song \"Waves\" by \"The Sea\" 2:50'."
    ),
    (
      "song \"\" 2:50",
      "'song' needs a title in quotes, such as 'song \"Waves\" by \"The Sea\" 2:50'."
    ),
    ("song \"Waves\" by 2:50", "'song' needs an artist in quotes after 'by'."),
    ("song \"Waves\" by", "'song' needs an artist in quotes after 'by'."),
    ("song \"Waves\" 2:5", "'2:5' is not a time. Did you mean '2:05'?"),
    ("song \"Waves\" 2:50 3:00", "Unexpected '3:00': 'song' takes no further words."),
    ("song \"Waves", "The closing quotation mark is missing."),
    ("song \"Waves\\", "The closing quotation mark is missing."),
    (
      "song \"Wa\\ves\"",
      "In quotes, write '\\\"' for a quotation mark and '\\\\' for a backslash."
    ),
  ]
}
