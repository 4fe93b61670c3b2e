import Glibc
import MeditationControl
import MeditationCore
import MeditationSystem
import MeditationTestSupport
import MeditationText
import SystemPackage
import Testing

@testable import MeditationRemote

/// Hooks on a session with a virtual clock; their commands are real.
@Suite("Hooks", .blocking) @MainActor struct SessionHooksTests {
  /// A file to which commands append.
  private final class Log {
    private let folder = TemporaryFolder()
    private let file: FilePath
    var path: String { file.string }

    init() throws {
      file = folder.path.appending("log")
      try file.write([])
    }

    /// Its lines, in the order of their contents: commands run side by side.
    var lines: [String] {
      get throws { try file.text().split(separator: "\n").map(String.init).sorted() }
    }
  }

  private static let line =
    "$MEDITATE_EVENT at $MEDITATE_ELAPSED: $MEDITATE_TITLE [$MEDITATE_END]"

  private let log: Log
  private let stage = VirtualStage(
    session: MeditationViewModel(songs: [SongViewModel(title: "Rain", length: .seconds(90))]))

  init() throws { log = try Log() }

  private func type(_ lines: String...) {
    for line in lines { _ = stage.controller.submit(line, from: .init()) }
  }

  /// Performs `body` with `command` at all events, and stops it.
  ///
  /// - Returns: The lines about failures.
  private func problems(
    with command: String, at events: [HookEvent] = HookEvent.allCases, _ body: () -> Void
  ) async throws -> [String] {
    let command = try ShellWords(parsing: command, home: nil)
    var problems: [String] = []
    let hooks = SessionHooks(
      Dictionary(uniqueKeysWithValues: events.map { ($0, command) }), controller: stage.controller,
      grace: .seconds(120)
    ) { problems.append($0) }
    body()
    await hooks?.stop()
    return problems
  }

  @Test("each event starts its command, which knows where the session is")
  func events() async throws {
    let problems = try await problems(with: "sh -c 'echo \"\(Self.line)\" >>\(log.path)'") {
      type("1", "settle 5s, opening 2, closing roll 3s, for 2m", "start")
      stage.advance(by: .seconds(10))
      type("pause", "play", "volume 50")
      stage.advance(by: .seconds(130))
    }
    #expect(problems == [])
    #expect(
      try log.lines == [
        "begin at -5: Settling []", "bell at 0: Rain []", "bell at 120: Silence []",
        "bell at 4: Rain []", "end at 120: Silence [completed]", "next at 0: Rain []",
        "pause at 5: Rain []", "play at 5: Rain []",
      ])
  }

  @Test("a command knows the bell, the part and the plan")
  func plan() async throws {
    let line = "$MEDITATE_EVENT: $MEDITATE_BELL, $MEDITATE_PART, $MEDITATE_PLAN$MEDITATE_SET"
    _ = try await problems(
      with: "sh -c 'echo \"\(line)\" >>\(log.path)'", at: [.bell, .part]
    ) {
      type("1m Sit, opening 1 gong; 1m Walk, closing 1", "start")
      stage.advance(by: .seconds(125))
    }
    let plan = "1m Sit, opening 1 gong; 1m Walk, closing 1"
    #expect(
      try log.lines == [
        "bell: bowl, Walk, \(plan)", "bell: gong, Sit, \(plan)", "part: , Sit, \(plan)",
        "part: , Walk, \(plan)",
      ])
  }

  @Test("what the command of the beginning prepares is there for the first bell")
  func order() async throws {
    let problems = Locked<[String]>([])
    let runner = HookRunner(grace: .seconds(120), patience: .seconds(120)) { problem in
      problems.withLock { $0.append(problem) }
    }
    let folder = log.path + ".d"
    let slow = "i=0; while [ $i -lt 20000 ]; do i=$((i+1)); done"
    runner.run(
      try ShellWords(parsing: "sh -c '\(slow); mkdir \(folder)'", home: nil), for: "on-begin",
      with: [:], isFirst: true)
    runner.run(try ShellWords(parsing: "rmdir \(folder)", home: nil), for: "on-bell", with: [:])
    await runner.stop()
    #expect(problems.withLock(\.self) == [])
  }

  @Test("a session is left by 'back', and by the end of the program", arguments: ["back", ""])
  func left(line: String) async throws {
    _ = try await problems(with: "sh -c 'echo \"\(Self.line)\" >>\(log.path)'", at: [.end]) {
      type("1", "start")
      stage.advance(by: .seconds(3))
      if !line.isEmpty { type(line) }
    }
    #expect(try log.lines == ["end at 3: Rain [left]"])
  }

  @Test(
    "a failure is one line, however often",
    arguments: [
      ("sh -c 'exit 3'", "'sh' failed with exit code 3."),
      ("sh -c 'kill -9 $$'", "'sh' was ended by signal 9."),
      ("/nowhere/lamp on", "'/nowhere/lamp' cannot be started: No such file or directory."),
      ("/tmp", "'/tmp' cannot be started: Permission denied."),
    ])
  func failure(command: String, reason: String) async throws {
    let problems = try await problems(with: command, at: [.pause]) {
      type("1", "start", "pause", "play", "pause")
    }
    #expect(problems == ["on-pause: \(reason)"])
  }

  @Test("a ninth command is skipped; those that run are killed at the end, with no line")
  func limit() async throws {
    let problems = Locked<[String]>([])
    let runner = HookRunner(grace: .zero) { problem in problems.withLock { $0.append(problem) } }
    let command = try ShellWords(
      parsing: "sh -c 'echo $$ >>\(log.path); exec sleep 1000'", home: nil)
    for _ in 1...9 { runner.run(command, for: "on-bell", with: [:]) }
    #expect(try await Poll.wait { (try? log.lines.count) == 8 })
    await runner.stop()
    let ids = try log.lines.compactMap { pid_t($0) }
    #expect(ids.count == 8)
    #expect(try await Poll.wait { ids.allSatisfy { kill($0, 0) != 0 } })
    #expect(problems.withLock(\.self) == ["on-bell: skipped, because 8 commands still run."])
  }

  @Test("without commands there are no hooks")
  func none() {
    #expect(SessionHooks([:], controller: stage.controller) { _ in } == nil)
  }
}
