import MeditationTestSupport
import SystemPackage

/// A PulseAudio server for the program, which can record what the program plays.
final class PulseServer {
  let workspace: Workspace
  let daemon: PulseDaemon

  /// Starts the server and waits until it answers.
  init(in workspace: Workspace) throws {
    self.workspace = workspace
    daemon = try PulseDaemon(in: workspace.folder.string, sampleRate: Recording.sampleRate)
  }

  /// A server beside a song of 2 s and one of a minute.
  static func withSongs() throws -> PulseServer {
    let workspace = try Workspace()
    try workspace.write("A.wav", WaveFile(sampleRate: 44_100, seconds: 2).bytes)
    try workspace.write("Long.wav", WaveFile(sampleRate: 44_100, seconds: 60).bytes)
    return try PulseServer(in: workspace)
  }

  /// An environment in which a program finds only this server.
  var environment: [String: String] {
    workspace.environment(adding: daemon.environment)
  }

  /// Starts to record what a sink plays. Recording has begun when this returns.
  func record(from monitor: String = PulseDaemon.monitor) throws -> Recording {
    let process = try workspace.startTool(
      "parec",
      [
        "-d", monitor, "--raw", "--format=s16le",
        "--rate=\(Recording.sampleRate)", "--channels=2", "--latency-msec=20",
      ], environment: environment)
    try process.wait { !$0.output.isEmpty }
    return Recording(process: process)
  }
}
