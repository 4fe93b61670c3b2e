import Glibc
import SystemPackage

/// A PulseAudio server of a test's own, with one sink that nobody hears and whose monitor can be
/// recorded.
final class PulseServer {
  let workspace: Workspace
  private var server: RunningProcess

  /// Starts it, and waits until it answers.
  init(in workspace: Workspace) throws {
    self.workspace = workspace
    server = try Self.start(in: workspace)
    try waitForAnswer()
  }

  /// Starts it again, after it was stopped.
  func restart() throws {
    server = try Self.start(in: workspace)
    try waitForAnswer()
  }

  private static func start(in workspace: Workspace) throws -> RunningProcess {
    try RunningProcess(
      Launch(
        program: try Tool.path("pulseaudio"),
        arguments: [
          "-n", "--daemonize=no", "--exit-idle-time=-1", "--disable-shm=yes",
          "--use-pid-file=no",
          "-L", "module-native-protocol-unix socket=\(socket(in: workspace)) auth-anonymous=1",
          "-L", "module-null-sink sink_name=null format=s16le rate=44100 channels=2",
        ].map { Array($0.utf8) }, environment: environment(in: workspace)),
      in: workspace)
  }

  private func waitForAnswer() throws {
    var tries = 0
    while !answers {
      tries += 1
      guard tries < 1000 else { throw RunningProcess.Trouble.hangs(try stop()) }
      // Until it listens there is nothing to wait on.
      poll(nil, 0, 20)
    }
  }

  /// What makes a program find this server, and no other.
  var environment: [String: String] { Self.environment(in: workspace) }

  /// Starts the recording of all that the sink plays; it has begun when this returns.
  func record() throws -> Recording {
    let process = try RunningProcess(
      Launch(
        program: try Tool.path("parec"),
        arguments: [
          "-d", "null.monitor", "--raw", "--format=s16le", "--rate=44100", "--channels=2",
          "--latency-msec=20",
        ].map { Array($0.utf8) }, environment: environment),
      in: workspace)
    try process.wait { !$0.output.isEmpty }
    return Recording(process: process)
  }

  /// Lets the server stand still, as one that hangs, until it is stopped.
  func freeze() { server.signal(SIGSTOP) }

  /// Ends the server, as a crash does.
  @discardableResult
  func stop() throws -> Outcome {
    server.signal(SIGKILL)
    return try server.finish()
  }

  private var answers: Bool {
    let process = try? RunningProcess(
      Launch(
        program: Tool.path("pactl"), arguments: [Array("info".utf8)], environment: environment),
      in: workspace)
    return (try? process?.finish())?.ending == .exit(0)
  }

  /// What it listens at.
  var address: String { "unix:\(Self.socket(in: workspace))" }

  private static func socket(in workspace: Workspace) -> String {
    workspace.place("sound.socket").string
  }

  private static func environment(in workspace: Workspace) -> [String: String] {
    workspace.environment.merging(
      [
        "PULSE_SERVER": "unix:\(socket(in: workspace))",
        "XDG_RUNTIME_DIR": workspace.folder.string,
      ]) { $1 }
  }
}
