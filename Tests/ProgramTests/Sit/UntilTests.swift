import Glibc
import MeditationTestSupport
import Testing

@testable import meditate

/// `meditate sit --until`.
@Suite("A sit until a command ends", .waiting)
struct UntilTests {
  private let workspace: Workspace

  init() throws { workspace = try Workspace() }

  /// Starts a sit with these words before `--until`, and a shell that runs `script`.
  private func sit(_ words: String..., running script: String) throws -> RunningProcess {
    let plan = ["--plan", "off, closing 1 clap", "--driver", "null"]
    return try workspace.start(
      ["sit"] + words + plan + ["--until", "sh", "-c", script, "sh", "--version"])
  }

  @Test(
    "ends with its closing bell, and has the exit code of the command",
    arguments: [
      ("exit 0", 0, "'sh' has finished.", ""), ("exit 7", 7, "", "'sh' failed with exit code 7."),
      ("kill -9 $$", 137, "", "'sh' was ended by signal 9."),
    ])
  func exit(script: String, code: Int32, line: String, warning: String) throws {
    for words in [[], ["20m"]] {
      let outcome = try workspace.meditate(
        ["sit"] + words + [
          "--plan", "off, closing 1 clap", "--driver", "null", "--until", "sh", "-c", script,
        ], code: code)
      #expect(outcome.warnings == (warning.isEmpty ? [] : [warning]))
      #expect(line.isEmpty || outcome.lines.contains(line))
      #expect(outcome.lines.contains { $0.hasPrefix("Session finished: sat 0:0") })
      #expect(outcome.lines.contains("Closing clap."))
    }
  }

  @Test("what it prints is printed as lines, and its options are its own")
  func output() throws {
    let process = try sit(
      "20m",
      running: #"echo one; echo two >&2; printf '10%%\r90%%\n\033[31mred'; echo; echo "$1"; cat"#)
    let outcome = try process.finish(code: 0)
    #expect(outcome.warned == "")
    #expect(outcome.controls == [])
    let lines = outcome.lines
    let first = try #require(lines.firstIndex(of: "one"))
    #expect(lines[(first + 1)...].starts(with: ["two", "90%"]))
    #expect(lines[first + 3].contains("red"))
    #expect(lines[first + 4] == "--version")
  }

  @Test("in JSON, what it prints is no object")
  func json() throws {
    let outcome = try workspace.meditate([
      "sit", "20m", "--plan", "off", "--driver", "null", "--format", "json", "--until", "echo",
      "one",
    ])
    #expect(outcome.warnings == ["one", "'echo' has finished."])
    #expect(outcome.lines.allSatisfy { $0.hasPrefix("{") })
  }

  @Test("a command that prints much is read to its end")
  func flood() throws {
    let outcome = try sit("20m", running: "seq 20000").finish(code: 0)
    #expect(outcome.lines.filter { Int($0) != nil }.count == 20_000)
  }

  @Test("if the sit ends first, the program waits for the command")
  func length() throws {
    try workspace.run("mkfifo", ["gate"])
    let process = try sit("0.2s", running: "read line <gate; exit 4")
    try process.wait(for: "'sh' still runs, and the program waits for it; Ctrl-C ends it.")
    process.endInput()
    try workspace.run("sh", ["-c", "echo >gate"])
    let outcome = try process.finish(code: 4)
    #expect(outcome.lines.contains { $0.hasPrefix("Session complete: sat 0:00") })
  }

  @Test(
    "a signal, and 'quit', end both, and what the command then prints is printed, too",
    arguments: [SIGINT, SIGTERM, nil] as [Int32?])
  func signals(number: Int32?) throws {
    let process = try sit(
      "20m",
      running:
        "trap 'echo >INT; exit' INT; trap 'echo >TERM; echo stopped; exit 9' TERM; echo ready; "
        + "while :; do sleep 0.05; done")
    try process.wait(for: "ready\n")
    if let number { process.signal(number) } else { try process.type("quit\n") }
    let outcome = try process.finish(code: number.map { 128 + $0 } ?? 9)
    let name = number == SIGINT ? "INT" : "TERM"
    #expect(try workspace.read(name) == [0x0A])
    #expect(outcome.lines.contains("stopped") || number != nil, "\(outcome)")
    #expect(outcome.lines.contains { $0.hasPrefix("Session left: sat 0:0") })
  }

  @Test("64: '--until' without a command")
  func nothing() throws {
    let outcome = try workspace.meditate("sit", "--plan", "off, closing 1", "--until", code: 64)
    #expect(
      outcome.warned.contains("--until needs a command: 'meditate sit 20m --until make -j8'."))
  }

  @Test("a command that does not end is killed")
  func killed() throws {
    let process = try sit(
      "20m", running: "trap '' TERM; echo ready; while :; do sleep 0.05; done")
    try process.wait(for: "ready\n")
    try process.type("quit\n")
    try process.finish(code: 137)
  }

  @Test("what cannot be started begins no sit")
  func missing() throws {
    let outcome = try workspace.meditate(
      "sit", "20m", "--driver", "null", "--until", "no-such-program", "-x", code: 127)
    #expect(outcome.said == "")
    #expect(
      outcome.warned == "'no-such-program' cannot be started: No such file or directory.\n")
    #expect(try workspace.sits().isEmpty)
  }

  @Test("64: not where nobody sits in real time")
  func rendered() throws {
    let outcome = try workspace.meditate(
      "sit", "20m", "--output", "a.wav", "--until", "true", code: 64)
    #expect(outcome.warned.contains("--until needs a sit in real time: --output is none."))
  }

  @Test("what follows --until is no setting of the program")
  func settings() {
    let typed = ["sit", "20m", "--volume", "30", "--until", "x", "--volume", "60"]
    #expect(Array(meditate.Meditate.ownWords(of: typed)) == ["sit", "20m", "--volume", "30"])
    let journal = ["journal", "--until", "today", "--plain"]
    #expect(Array(meditate.Meditate.ownWords(of: journal)) == journal)
  }
}
