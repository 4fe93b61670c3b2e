import Glibc
import MeditationCore
import MeditationTestSupport
import Testing

/// The program in a pipeline: input, output, and which end closes first.
@Suite("Pipes", .waiting)
struct PipeTests {
  private func workspace(seconds: Double = 0.5) throws -> Workspace {
    try Workspace(songs: ["A.wav": seconds])
  }

  @Test("the end of the input lets a session play to its end")
  func endOfInput() throws {
    let outcome = try workspace().meditate("--driver", "null", "A.wav", typing: "1\nstart\n")
    #expect(
      outcome.lines == [
        "Pick meditation songs", "1: A, 0:01", "No songs picked", "1 song picked, 0:01",
        "1 picked: A, 0:01",
        "1 playing: A, 0:00 of 0:01, song 1 of 1, 0:01 left in the session",
        "Session finished: 1 song heard, 0:01 listened",
      ])
    #expect(outcome.warned == "")
  }

  @Test("the end of the input ends a session that cannot resume", arguments: ["", "1\n", "all\n"])
  func nothingStarted(typed: String) throws {
    let outcome = try workspace(seconds: 600).meditate("--driver", "null", "A.wav", typing: typed)
    #expect(outcome.warned == "")
  }

  @Test("the end of the input ends a session that is paused")
  func paused() throws {
    let outcome = try workspace(seconds: 600).meditate(
      "--driver", "null", "A.wav", typing: "all\nstart\npause\n")
    // It may have been heard before it was paused.
    #expect(outcome.lines.suffix(2).first == "Paused at 0:00.")
    #expect(outcome.lines.last?.hasSuffix("heard, 0:00 listened") == true, "\(outcome)")
    #expect(outcome.warned == "")
  }

  @Test("'quit' ends a session that plays")
  func quit() throws {
    let outcome = try workspace(seconds: 600).meditate(
      "--driver", "null", "A.wav", typing: "all\nstart\nquit\nall\nstart\n")
    #expect(outcome.lines.last?.hasSuffix("heard, 0:00 listened") == true, "\(outcome)")
  }

  private static let mistakes: [(typed: [UInt8], warnings: [String])] = [
    (Array("pasue\n".utf8), ["No command 'pasue'. Did you mean 'pause'?"]),
    (Array("pick 4\n".utf8), [Refusal.noSuchSong(number: 4, count: 1).text]),
    (Array("1 x\n".utf8), ["'x' is not a song number. Write 3, 3-5 or 7-."]),
    (Array("start\r\n".utf8), [Refusal.nothingPicked.text]),
    (
      Array("al\0l\n\0\n".utf8),
      [
        "No command 'al\u{FFFD}l'. Did you mean 'all'?",
        "No command '\u{FFFD}'. 'help' lists the commands.",
      ]
    ),
    (
      Array("\u{1B}[A\u{202E}\n".utf8),
      ["No command '\u{FFFD}[A\u{FFFD}'. 'help' lists the commands."]
    ),
    ([0xFF, 0xFE, 0x0A], ["No command '\u{FFFD}\u{FFFD}'. 'help' lists the commands."]),
    (
      [UInt8](repeating: UInt8(ascii: "x"), count: 100_000) + [0x0A],
      ["No command '\(String(repeating: "x", count: 39))…'. 'help' lists the commands."]
    ),
    (
      [UInt8](repeating: UInt8(ascii: "1"), count: 100_000) + [0x0A],
      ["'\(String(repeating: "1", count: 39))…' is too large for a song number."]
    ),
  ]

  @Test("an invalid line is reported, and the session continues")
  func refusals() throws {
    let workspace = try workspace()
    let process = try workspace.start("--output", "out.raw", "A.wav")
    for mistake in Self.mistakes { try process.type(mistake.typed) }
    try process.type("all\nstart\n")
    process.endInput()
    let outcome = try process.finish(code: 0)
    #expect(outcome.warnings == Self.mistakes.flatMap(\.warnings))
    #expect(outcome.lines.last == "Session finished: 1 song heard, 0:01 listened")
    #expect(outcome.controls == [])
    #expect(try workspace.left("out.raw") == WaveFile(seconds: 0.5).sound)
  }

  @Test("many empty lines are answered one by one")
  func manyLines() throws {
    let count = 20_000
    let outcome = try workspace().meditate(
      "--output", "out.raw", "A.wav", typing: String(repeating: "\n", count: count) + "quit\n")
    #expect(outcome.lines.count == 3 + count)
    #expect(outcome.lines.dropFirst(2).allSatisfy { $0 == Shown.nothingPicked })
  }

  @Test("a closed output ends the program silently")
  func closedPipe() throws {
    let process = try workspace(seconds: 600).start("--driver", "null", "--start", "A.wav")
    try process.wait(for: "A, 0:00 of 10:00")
    process.closeOutput()
    let outcome = try process.finish(code: 128 + SIGPIPE)
    #expect(outcome.warned == "")
  }

  @Test("a slow reader does not block the sound")
  func slowReader() throws {
    let workspace = try workspace()
    let process = try workspace.start("--output", "out.raw", "--start", "A.wav")
    // Requests far more output than a pipe buffers, and reads it only afterwards.
    try process.type(String(repeating: "help\n", count: 1000))
    process.endInput()
    try process.finish(code: 0)
    #expect(try workspace.left("out.raw") == WaveFile(seconds: 0.5).sound)
  }

  @Test(
    "a standard output that takes nothing does not stop the sound",
    arguments: [
      (Launch.Output.closed, 0, "Standard output is closed, so no lines are shown.\n"),
      (.full, 74, "Standard output cannot be written: No space left on device.\n"),
    ])
  func noOutput(output: Launch.Output, code: Int32, warning: String) throws {
    let workspace = try workspace()
    let process = try workspace.start(
      "--output", "out.raw", "--start", "A.wav", output: output)
    let outcome = try process.finish(code: code)
    #expect(outcome.warned == warning)
    #expect(try workspace.left("out.raw") == WaveFile(seconds: 0.5).sound)
  }

  @Test(
    "what is printed to a closed standard output is lost, and that is an error",
    arguments: [
      ["--help"], ["help"], ["--version"], ["drivers"], ["sets"], ["journal"],
      ["journal", "--format", "csv"], ["journal", "--chart", "-"],
      ["--output", "-", "--start", "A.wav"],
    ])
  func closedOutput(arguments: [String]) throws {
    let outcome = try workspace().meditate(arguments, output: .closed, code: 74)
    #expect(outcome.warned == "Standard output cannot be written: it is closed.\n")
  }

  @Test(
    "what is printed to a full disk is an error",
    arguments: [
      (["--help"], "No space left on device"), (["--version"], "No space left on device"),
      (["drivers"], "No space left on device"), (["journal", "--chart", "-"], "the disk is full"),
    ])
  func fullOutput(arguments: [String], reason: String) throws {
    let outcome = try Workspace().meditate(arguments, output: .full, code: 74)
    #expect(outcome.warned == "Standard output cannot be written: \(reason).\n")
  }

  @Test("a command that prints nothing needs no standard output")
  func nothingPrinted() throws {
    let workspace = try workspace()
    let outcome = try workspace.meditate("journal", "--chart", "days.svg", output: .closed)
    #expect(outcome.warned == "")
    #expect(try !workspace.read("days.svg").isEmpty)
  }

  @Test(
    "without a standard input, no session starts, but by '--start'",
    arguments: [
      ([], ["Pick meditation songs", "1: A, 0:01", Shown.nothingPicked]),
      (
        ["--start"],
        [
          "1 playing: A, 0:00 of 0:01, song 1 of 1, 0:01 left in the session",
          "Session finished: 1 song heard, 0:01 listened",
        ]
      ),
    ] as [([String], [String])])
  func noInput(options: [String], lines: [String]) throws {
    let process = try workspace().start(
      ["--driver", "null"] + options + ["A.wav"], input: .closed)
    let outcome = try process.finish(code: 0)
    #expect(outcome.lines == lines)
    #expect(outcome.warned == "")
  }

  @Test("without any standard stream it still plays")
  func noStreams() throws {
    let workspace = try workspace()
    let process = try workspace.start(
      "--output", "out.raw", "--start", "A.wav", input: .closed, output: .closed)
    try process.finish(code: 0)
    #expect(try workspace.left("out.raw") == WaveFile(seconds: 0.5).sound)
  }
}
