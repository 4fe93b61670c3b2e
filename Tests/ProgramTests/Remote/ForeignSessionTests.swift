import Glibc
import MeditationScreens
import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationRemote
@testable import meditate

/// `meditate do` and `meditate sessions`, with a program of others where a session should be.
@Suite("A socket that is no session's", .waiting)
struct ForeignSessionTests {
  /// An escape sequence that clears the screen, one in a single character, and text that runs
  /// backwards.
  private static let trick = "\u{1B}[2J\u{9B}31m\u{202E}evil\u{7}"
  private static let done = #"{"id":"open","type":"done"}"#

  private let workspace: Workspace
  private let folder: FilePath

  init() throws {
    workspace = try Workspace()
    folder = try Self.makeFolder(in: workspace)
  }

  /// Creates the folder where sessions have their sockets.
  fileprivate static func makeFolder(in workspace: Workspace) throws -> FilePath {
    try SteeredSession.makeFolder(in: workspace)
    let folder = workspace.place("run").appending("meditate")
    mkdir(folder.string, 0o700)
    return folder
  }

  private func meditate(_ arguments: String...) throws -> Outcome {
    try workspace.meditate(arguments, environment: SteeredSession.environment(of: workspace))
  }

  /// The answer to `status`, with some values replaced.
  private static func status(_ values: [String: String]) -> String {
    let all = [
      "phase": #""listening""#, "transport": #""playing""#, "song": "1", "elapsed": "1.5",
      "left": "null", "picked": #"{"songs":1}"#, "type": #""status""#,
    ].merging(values) { $1 }
    return "{" + all.map { "\"\($0)\":\($1)" }.sorted().joined(separator: ",") + "}"
  }

  @Test(
    "numbers that no time can have",
    arguments: [
      "1e300", "-1e300", "1e999", "9223372036854775808", "1e-320", "true", "[]", #""1""#,
      "9 and so on", "[ and so on",
    ])
  func numbers(value: String) throws {
    let isLong = value.hasSuffix("and so on")
    let value = isLong ? String(repeating: String(value.prefix(1)), count: 60_000) : value
    let values = ["elapsed", "left", "part", "nextBell", "volume"].map { Self.status([$0: value]) }
    let answers = values + [Self.status(["phase": #""finished""#, "elapsed": value])]
    let servers = try zip(Int32(4242)..., answers).map {
      try ForeignServer(in: folder, processID: $0, sending: [$1])
    }
    let outcome = try meditate("sessions")
    let shown = outcome.lines.map { $0.prefix(4) }.filter { $0.hasPrefix("42") }.sorted()
    #expect(shown == ["4242", "4243", "4244", "4245", "4246", "4247"], "\(outcome)")
    _ = consume servers
  }

  @Test("a title or a phase cannot control the terminal")
  func title() throws {
    let title = #""\#(Self.trick)""#
      .replacing("\u{1B}", with: #"\u001b"#).replacing("\u{7}", with: #"\u0007"#)
    let server = try ForeignServer(in: folder, sending: [Self.status(["title": title])])
    let playing = try meditate("sessions")
    #expect(playing.controls == [])
    #expect(playing.lines.dropFirst().first == "4242 playing: evil, 0:02")
    _ = consume server
    unlink(folder.appending("4242.sock").string)
    let other = try ForeignServer(
      in: folder, sending: [Self.status(["phase": "\"\u{9B}2J\u{202E}gone\"", "song": "null"])])
    let outcome = try meditate("sessions")
    #expect(outcome.controls == [])
    #expect(outcome.said.contains("gone"))
    _ = consume other
  }

  @Test("an answer cannot control the terminal", arguments: ["text", "json"])
  func answer(format: String) throws {
    let line = "{\"style\":\"plain\",\"text\":\"\(Self.trick)\u{E0041}\",\"type\":\"line\"}"
    let server = try ForeignServer(
      in: folder,
      sending: [
        Self.done, line, line.replacing("\u{1B}", with: #"\u001b"#).replacing("\u{7}", with: ""),
        #"{"id":"do","type":"done"}"#,
      ])
    let outcome = try meditate("do", "status", "--format", format)
    #expect(outcome.controls == [])
    #expect(outcome.said.contains("evil"))
    if format == "json" {
      #expect(outcome.said.contains(#"\u009b31m\u202eevil\u0007\udb40\udc41"#))
    }
    _ = consume server
  }

  /// Ways never to come to an end.
  private enum Endless: CaseIterable {
    case drip, line, lines, silence

    func answer(_ client: ForeignServer.Client) {
      let piece =
        switch self {
        case .drip: Array("x".utf8)
        case .line: [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 16)
        case .lines: Array(String(repeating: "{\"type\":\"volume\"}\n", count: 1000).utf8)
        case .silence: [UInt8]()
        }
      // At full speed they would take the processors from all other tests.
      let pause: Int32 = self == .drip ? 500 : self == .silence ? 120_000 : 20
      while client.send(piece), !client.hasGone(within: pause) {}
    }
  }

  private static let questions = [
    ["do", "status"], ["do", "--watch", "status", "--format", "json"], ["sessions"],
  ]

  @Test("an answer without an end")
  func endless() throws {
    // Beside each other: each program waits for ten seconds.
    let runs = try Endless.allCases.map { way in
      let workspace = try Workspace()
      let server = try ForeignServer(in: Self.makeFolder(in: workspace)) { client in
        client.send(Array("\(Self.done)\n".utf8))
        way.answer(client)
      }
      let programs = try Self.questions.map {
        try workspace.start($0, environment: SteeredSession.environment(of: workspace))
      }
      return (way, server, programs)
    }
    for (way, _, programs) in runs {
      let outcome = try programs[0].finish(code: 75)
      #expect(outcome.warnings.count == 1, "\(way)")
      #expect(try programs[1].finish().ending == .exit(75), "\(way)")
      let listed = try programs[2].finish()
      #expect(listed.lines.dropFirst().first == "4242: does not answer", "\(way)")
    }
    _ = consume runs
  }

  @Test("a directory that others can use, or that is a link, is not searched")
  func folders() throws {
    let session = try SteeredSession(in: workspace)
    try session.meditate("do", "volume")
    #expect(chmod(folder.string, 0o755) == 0)
    let refusal = "\(folder) is not private; 'chmod 700' makes it so."
    for command in [["do", "volume"], ["sessions"]] {
      let outcome = try workspace.meditate(
        command, environment: SteeredSession.environment(of: workspace), code: 75)
      #expect(outcome.warnings == [refusal])
      #expect(outcome.said == "")
    }
    #expect(chmod(folder.string, 0o700) == 0)
    let moved = workspace.place("elsewhere")
    #expect(rename(folder.string, moved.string) == 0)
    #expect(symlink(moved.string, folder.string) == 0)
    let outcome = try session.meditate("do", "volume", code: 75)
    #expect(outcome.warnings == ["\(folder) is not a directory."])
  }
}

/// Random answers to `meditate sessions` and `meditate do`: no trap, no hang, and nothing that
/// controls a terminal.
@Suite("Random answers of a session", .waiting)
struct ForeignAnswerFuzzTests {
  private static let pieces = [
    #"{"type":"status","#, #""title":"a","#, #""phase":"listening","#,
    #""phase":"finished","#, #""transport":"playing","#, #""part":1,"#, #""part":-9e18,"#,
    #""elapsed":"#, #""left":"#, #""picked":{"songs":1}"#, #""picked":{"songs":1e400}}"#, "}", "{",
    "[", "]", "1e300", "-1e300", "1e999", "0", "null", "-", ",", "\"", "\\", "\\u", "\\ud800",
    "\u{9B}", "\u{202E}", "\u{1B}]0;", "\n", "\n", "\0", #"{"id":"open","type":"done"}"#,
    #"{"id":"do","type":"refused","text":"no"}"#, #"{"style":"plain","text":"a","type":"line"}"#,
    #"{"id":"do","type":"done"}"#, #"{"type":"closed","text":"b"}"#,
    #"{"type":"status","phase":"listening","transport":"playing","song":null,"left":"#,
    #","elapsed":"#, #","picked":{"songs":9223372036854775807}}"#,
  ]

  private static func answer(_ random: inout SeededGenerator) -> [UInt8] {
    var bytes: [UInt8] = []
    for _ in 0..<Int.random(in: 1...30, using: &random) {
      if Int.random(in: 0..<10, using: &random) == 0 {
        bytes.append(.random(in: .min ... .max, using: &random))
      } else {
        bytes += (pieces.randomElement(using: &random) ?? "").utf8
      }
    }
    return bytes
  }

  @Test("rows of 'sessions'")
  func rows() async throws {
    let workspace = try Workspace()
    let folder = try ForeignSessionTests.makeFolder(in: workspace)
    let sockets = try #require(
      SocketFolder(environment: SteeredSession.environment(of: workspace)))
    await Fuzzing.repeatedly(200) { seed in
      var random = SeededGenerator(seed: seed)
      let bytes = Self.answer(&random)
      // Closed after it, so that no answer is waited for.
      let server = try? ForeignServer(in: folder) { $0.send(bytes) }
      let client = try? SessionClient.connect(in: sockets)
      let row = client.map { Row(RunningSession(asking: $0)) }
      #expect(row?.number == 4242, "seed \(seed)")
      let said = Outcome(
        output: Array("\(row?.state ?? "") \(row?.title ?? "") \(row?.detail ?? "")".utf8),
        diagnostics: [], ending: .exit(0))
      #expect(said.controls == [], "seed \(seed)")
      _ = consume server
      unlink(folder.appending("4242.sock").string)
    }
  }

  @Test("answers to 'do'", arguments: ["text", "json"])
  func answers(format: String) async throws {
    let workspace = try Workspace()
    let folder = try ForeignSessionTests.makeFolder(in: workspace)
    try await Fuzzing.repeatedly(10) { seed in
      var random = SeededGenerator(seed: seed)
      let bytes = Self.answer(&random)
      let server = try ForeignServer(in: folder) { client in
        client.send(Array(#"{"id":"open","type":"done"}"#.utf8) + [0x0A] + bytes)
      }
      let outcome = try workspace.meditate(
        "do", "status", "--format", format, environment: SteeredSession.environment(of: workspace),
        code: nil)
      #expect([.exit(0), .exit(1), .exit(75)].contains(outcome.ending), "seed \(seed): \(outcome)")
      #expect(outcome.controls == [], "seed \(seed)")
      _ = consume server
      unlink(folder.appending("4242.sock").string)
    }
  }
}
