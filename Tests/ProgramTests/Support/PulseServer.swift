import SystemPackage
import TestSupport

/// A PulseAudio server for the program, and recordings of what it plays there.
final class PulseServer {
  let workspace: Workspace
  private let daemon: PulseDaemon

  /// Starts it, and waits until it answers.
  init(in workspace: Workspace) throws {
    self.workspace = workspace
    daemon = try PulseDaemon(in: workspace.folder.string, sampleRate: Recording.sampleRate)
  }

  /// Starts it again, after it was stopped.
  func restart() throws { try daemon.restart() }

  /// Makes it stand still, as one that hangs, until it is stopped.
  func freeze() { daemon.freeze() }

  /// Ends it, as a crash does.
  func stop() { daemon.stop() }

  /// What it listens at.
  var address: String { daemon.address }

  /// What makes a program find this server, and no other.
  var environment: [String: String] {
    workspace.environment.merging(daemon.environment) { $1 }
  }

  /// Starts the recording of all that the sink plays; it has begun when this returns.
  func record() throws -> Recording {
    let process = try RunningProcess(
      Launch(
        program: try Tool.path("parec"),
        arguments: [
          "-d", PulseDaemon.monitor, "--raw", "--format=s16le",
          "--rate=\(Recording.sampleRate)", "--channels=2", "--latency-msec=20",
        ].map { Array($0.utf8) }, environment: environment),
      in: workspace)
    try process.wait { !$0.output.isEmpty }
    return Recording(process: process)
  }
}
