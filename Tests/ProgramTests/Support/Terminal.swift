import Glibc
import SystemPackage
import Testing

/// A terminal of 80 by 24 cells in which the program runs, as a person sees it: `tmux` without a
/// person.
final class Terminal {
  private let workspace: Workspace
  private let session: RunningProcess

  /// Starts the program with `arguments`; when it has ended, the screen says by which code.
  init(in workspace: Workspace, _ arguments: String...) throws {
    self.workspace = workspace
    let command = ([try Meditate.path.string] + arguments).map { "'\($0)'" }
      .joined(separator: " ")
    // A server of its own that does not outlive this process, even one that is killed.
    session = try RunningProcess(
      Launch(
        program: try Tool.path("tmux"),
        arguments: [
          "-D", "-S", Self.socket(in: workspace), "-f", "/dev/null",
        ].map { Array($0.utf8) }, environment: workspace.environment),
      in: workspace)
    let answers = poll { (try? tmux("list-commands")) != nil }
    try #require(answers, "tmux does not answer")
    _ = try tmux(
      "new-session", "-d", "-x", "80", "-y", "24",
      "\(command); echo \"ended with $?\"; read -r wait")
  }

  deinit {
    _ = try? tmux("kill-server")
    session.signal(SIGTERM)
  }

  /// Presses keys one by one, by tmux's names for those that are no letters.
  func press(_ keys: String...) throws {
    for key in keys { _ = try tmux("send-keys", key) }
  }

  /// Types `text` letter by letter, and Enter.
  func enter(_ text: String) throws {
    for letter in text { _ = try tmux("send-keys", "-l", String(letter)) }
    try press("Enter")
  }

  /// What the terminal shows, without the empty lines at its end.
  var screen: String {
    get throws {
      let text = String(decoding: try tmux("capture-pane", "-p"), as: UTF8.self)
      return text.trimmingTrailingNewlines + "\n"
    }
  }

  /// Waits until the screen is the one that is stored in `Screens` under `name`.
  ///
  /// A time below ten seconds is stored as `0:0_`, and what is left as `_:__`, for a machine may
  /// be slow.
  func expect(_ name: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    let stored = try Self.stored(name)
    var seen = ""
    let isThere = poll {
      seen = Self.masked((try? screen) ?? "")
      return seen == stored
    }
    #expect(isThere, "the screen is not '\(name)', but\n\(seen)", sourceLocation: sourceLocation)
  }

  /// Waits until the screen holds `text`.
  func waitFor(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws {
    var seen = ""
    let isThere = poll {
      seen = (try? screen) ?? ""
      return seen.contains(text)
    }
    try #require(isThere, "no '\(text)' on\n\(seen)", sourceLocation: sourceLocation)
  }

  /// Looks again and again, for a screen tells nobody that it has changed.
  private func poll(_ condition: () -> Bool) -> Bool {
    let limit = ContinuousClock.now + .seconds(20)
    while !condition() {
      guard ContinuousClock.now < limit else { return false }
      Glibc.poll(nil, 0, 30)
    }
    return true
  }

  private func tmux(_ arguments: String...) throws -> [UInt8] {
    try workspace.run("tmux", ["-S", Self.socket(in: workspace)] + arguments)
  }

  private static func socket(in workspace: Workspace) -> String {
    workspace.place("tmux.socket").string
  }

  private static func masked(_ screen: String) -> String {
    screen.replacing(/\b[0-9]:[0-9]{2} left/, with: "_:__ left")
      .replacing(/\b0:0[0-9]\b/, with: "0:0_")
  }

  private static func stored(_ name: String) throws -> String {
    let folder = FilePath(#filePath).removingLastComponent().removingLastComponent()
    let file = try FileDescriptor.open(
      folder.appending("Screens").appending("\(name).txt"), .readOnly, options: .closeOnExec)
    return try file.closeAfter {
      var bytes = [UInt8](repeating: 0, count: 1 << 16)
      let count = try bytes.withUnsafeMutableBytes { try file.read(into: $0) }
      return String(decoding: bytes.prefix(count), as: UTF8.self)
    }
  }
}

extension String {
  fileprivate var trimmingTrailingNewlines: String {
    var text = self[...]
    while text.last == "\n" { text.removeLast() }
    return String(text)
  }
}
