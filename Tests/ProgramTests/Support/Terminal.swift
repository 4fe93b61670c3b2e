import Glibc
import MeditationTestSupport
import SystemPackage
import Testing

/// A terminal in which the program runs: `tmux`, with captured screens.
final class Terminal {
  private let workspace: Workspace
  private let socket: String
  private let server: RunningProcess

  /// Starts the program with `arguments`, after words of the shell such as variables; when it ends,
  /// the screen shows its exit code.
  convenience init(
    in workspace: Workspace, columns: Int = 80, rows: Int = 24, after words: String = "",
    _ arguments: [String]
  ) throws {
    try self.init(
      in: workspace, columns: columns, rows: rows,
      running: "\(words) \(Self.program(arguments)); echo \"ended with $?\"; read -r wait")
  }

  /// Runs a shell command line.
  init(in workspace: Workspace, columns: Int = 80, rows: Int = 24, running line: String) throws {
    self.workspace = workspace
    // A workspace can have several terminals.
    socket = workspace.place("tmux-\(UInt32.random(in: 1 ... .max)).socket").string
    // A separate server in the foreground, which does not outlive this process.
    server = try workspace.startTool("tmux", ["-D", "-S", socket, "-f", "/dev/null"])
    let answers = Poll.until { (try? tmux("list-commands")) != nil }
    try #require(answers, "tmux does not answer")
    try tmux(
      "set-option", "-g", "history-limit", "100000", ";",
      "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", line)
  }

  deinit {
    _ = try? tmux("kill-server")
    server.signal(SIGTERM)
  }

  /// A shell with the prompt `$ `.
  static func shell(in workspace: Workspace) throws -> Terminal {
    try Terminal(in: workspace, running: "PS1='$ ' bash --norc -i")
  }

  /// The shell command that starts the program.
  static func program(_ arguments: [String]) throws -> String {
    ([try Meditate.path.string] + arguments).map { "'\($0)'" }.joined(separator: " ")
  }

  /// Presses keys one by one; keys other than letters have tmux's names.
  func press(_ keys: String...) throws {
    for key in keys { try tmux("send-keys", key) }
  }

  /// Types `text` letter by letter.
  func type(_ text: String) throws {
    guard !text.isEmpty else { return }
    try send(Self.letters(of: text))
  }

  /// Types `text` letter by letter, then Enter.
  func enter(_ text: String) throws { try send(Self.letters(of: text) + [["Enter"]]) }

  private static func letters(of text: String) -> [[String]] {
    text.map { ["-l", $0 == ";" ? "\\;" : String($0)] }
  }

  /// Sends keys one by one, all of them by one process.
  private func send(_ keys: [[String]]) throws {
    let commands = keys.map { ["send-keys"] + $0 }
    try workspace.run("tmux", words(Array(commands.joined(separator: [";"]))))
  }

  /// Types each line and Enter, and waits for the next prompt or the end of the program.
  func ask(_ lines: String...) throws { for line in lines { try ask(one: line) } }

  private func ask(one line: String) throws {
    let before = Self.promptCount(in: try history(typing: Self.letters(of: line) + [["Enter"]]))
    var seen = ""
    let isAnswered = try Poll.until {
      seen = try history
      // In plain lines, news takes the prompt away until the next key, such as that of a song that fails.
      let shown = seen + "\n"
      let answer = shown.ranges(of: "\n> \(line)\n").last.map { shown[$0.upperBound...] }
      // News that came just before the line may have taken its own prompt away, too.
      let isBehind = answer.map { "\n\($0)".contains("\n>") } ?? true
      return Self.promptCount(in: seen) > before && isBehind || seen.contains("\nended with ")
        || answer?.contains("failed at") == true
    }
    try #require(isAnswered, "no answer to '\(line)' in\n\(seen)")
  }

  /// Ends the program in the middle of a session, and waits for the shell's prompt, `$ `.
  func quitToShell() throws {
    try enter("quit")
    try waitFor("shell") { $0.contains("> quit\nSession left") && $0.hasSuffix("\n$") }
  }

  /// Pastes `bytes`; marked ones are bracketed if the program has enabled that.
  func paste(_ bytes: [UInt8], isMarked: Bool) throws {
    try workspace.write("paste", bytes)
    try tmux("load-buffer", workspace.place("paste").string)
    try tmux("paste-buffer", "-r", isMarked ? "-pd" : "-d")
  }

  /// The process that runs in the terminal, usually a shell.
  var processID: Int32? {
    get throws {
      let text = try workspace.ask("tmux", words(["display-message", "-p", "#{pane_pid}"]))
      return Int32(text.trimmingEnd("\n"))
    }
  }

  /// The shell's first child process.
  var childProcessID: pid_t {
    get throws {
      let shell = try #require(try processID)
      let children = try FilePath("/proc/\(shell)/task/\(shell)/children").text()
      let first = children.split(separator: " ").first
      return try #require(first.flatMap { pid_t($0) })
    }
  }

  /// Closes the terminal, like closing its window.
  func close() throws { try tmux("kill-server") }

  func resize(columns: Int, rows: Int) throws {
    try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
  }

  /// The text on the screen, without empty lines at its end.
  var screen: String { get throws { try captured() } }

  /// All text since the start, including lines scrolled off; wrapped lines are joined.
  var history: String { get throws { try history(typing: []) } }

  /// The history before `keys` are typed, by the same process.
  private func history(typing keys: [[String]]) throws -> String {
    try captured("-J", "-S", "-", typing: keys)
  }

  /// The history with its colours spelled as words.
  var colouredHistory: String {
    get throws { ColourWords.spelled(try captured("-e", "-J", "-S", "-")) }
  }

  /// Waits until the screen contains `text`.
  func waitFor(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try waitFor("'\(text)'", sourceLocation: sourceLocation) { $0.contains(text) }
  }

  /// Waits for a prompt at the end of a screen that contains `text`.
  func waitForPrompt(
    after text: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try waitFor("prompt after '\(text)'", sourceLocation: sourceLocation) {
      $0.hasSuffix("\n>") && (text.isEmpty || $0.contains(text))
    }
  }

  /// Waits until `condition` holds for the screen; `name` describes it in a failure.
  func waitFor(
    _ name: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: (String) -> Bool
  ) throws {
    var seen = ""
    let isThere = try Poll.until {
      seen = try screen
      return condition(seen)
    }
    try #require(isThere, "no \(name) on\n\(seen)", sourceLocation: sourceLocation)
  }

  private static func promptCount(in history: String) -> Int {
    history.split(separator: "\n").count { $0.hasPrefix(">") }
  }

  private func captured(_ options: String..., typing keys: [[String]] = []) throws -> String {
    let commands = [["capture-pane", "-p"] + options] + keys.map { ["send-keys"] + $0 }
    let text = try workspace.ask("tmux", words(Array(commands.joined(separator: [";"]))))
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingEnd(" ") }.joined(separator: "\n").trimmingEnd("\n")
  }

  private func tmux(_ arguments: String...) throws {
    try workspace.run("tmux", words(arguments))
  }

  /// With `-N`, so that no command starts a server of its own while the one above is still starting.
  private func words(_ arguments: [String]) -> [String] {
    ["-N", "-S", socket] + arguments
  }
}

extension StringProtocol {
  /// The text without the `character`s at its end.
  func trimmingEnd(_ character: Character) -> String {
    var text = self[...]
    while text.last == character { text.removeLast() }
    return String(text)
  }
}
