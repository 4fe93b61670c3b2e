import Glibc
import MeditationTestSupport
import SystemPackage
import Testing

@testable import MeditationRemote

/// A session that runs in a workspace with a directory for sockets of its own.
final class SteeredSession {
  let workspace: Workspace
  let process: RunningProcess

  /// An environment with a private directory for sockets.
  static func environment(of workspace: Workspace) -> [String: String] {
    workspace.environment(adding: ["XDG_RUNTIME_DIR": workspace.place("run").string])
  }

  /// Prepares the directory for the sockets of all sessions in `workspace`.
  static func makeFolder(in workspace: Workspace) throws {
    guard mkdir(workspace.place("run").string, 0o700) == 0 || errno == EEXIST else {
      throw Errno(rawValue: errno)
    }
  }

  /// Starts a session with three songs of a minute, and waits until it listens on its socket.
  init(
    in workspace: Workspace, _ arguments: String..., environment: [String: String] = [:],
    isListening: Bool = true
  ) throws {
    self.workspace = workspace
    try Self.makeFolder(in: workspace)
    for name in ["A.wav", "B.wav", "C.wav"] {
      try workspace.write(name, WaveFile(seconds: 60).bytes)
    }
    process = try workspace.start(
      ["--driver", "null"] + arguments + ["A.wav", "B.wav", "C.wav"],
      environment: environment.merging(Self.environment(of: workspace)) { $1 })
    try process.wait(for: "\n")
    guard isListening else { return }
    let (socket, process) = (socket, process)
    guard Poll.until({ access(socket.string, F_OK) == 0 }) else {
      throw RunningProcess.Trouble.ended(try process.finish())
    }
  }

  /// The path of its socket.
  var socket: FilePath {
    workspace.place("run").appending("meditate").appending("\(process.processID).sock")
  }

  /// A connection to it.
  func connect() throws -> RawClient { try RawClient(to: socket) }

  /// Starts `meditate` with these arguments, beside the session.
  func start(_ arguments: String...) throws -> RunningProcess {
    try workspace.start(arguments, environment: Self.environment(of: workspace))
  }

  /// Runs `meditate` with these arguments, beside the session.
  @discardableResult
  func meditate(
    _ arguments: String..., code: Int32? = 0, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> Outcome {
    try workspace.meditate(
      arguments, environment: Self.environment(of: workspace), code: code,
      sourceLocation: sourceLocation)
  }

  /// Types `line` at the prompt, and waits for its answer.
  func type(_ line: String, until answer: String) throws {
    try process.type(line, until: answer)
  }
}
