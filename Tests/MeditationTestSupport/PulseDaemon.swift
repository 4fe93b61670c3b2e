import Foundation
import MeditationSystem

/// A PulseAudio server of a test's own, with one sink that nobody hears and whose monitor can be
/// recorded.
package final class PulseDaemon: Sendable {
  package static let isInstalled = ["pulseaudio", "parec", "pacat", "pactl"].allSatisfy { tool in
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(tool)")
  }
  /// The name of the source from which the sink's sound is recorded.
  package static let monitor = "null.monitor"

  private let folder: String
  private let sampleRate: Int
  private let process: Locked<BackgroundProcess>

  /// Starts it, and waits until it answers.
  ///
  /// - Parameters:
  ///   - folder: Where its socket and its state are; to be removed by the caller.
  ///   - sampleRate: Of the sink, which takes 16-bit stereo.
  package init(in folder: String, sampleRate: Int) throws {
    self.folder = folder
    self.sampleRate = sampleRate
    process = Locked(try Self.start(in: folder, sampleRate))
    try waitForAnswer()
  }

  /// Starts it again, after it was stopped.
  package func restart() throws {
    let new = try Self.start(in: folder, sampleRate)
    process.withLock { $0 = new }
    try waitForAnswer()
  }

  /// Ends it, as a crash does.
  package func stop() { process.withLock { $0 }.end() }

  /// Makes it stand still, as one that hangs, until it goes on or is stopped.
  package func freeze() { process.withLock { $0 }.signal(SIGSTOP) }

  /// Makes it go on.
  package func goOn() { process.withLock { $0 }.signal(SIGCONT) }

  /// The address at which it listens.
  package var address: String { Self.address(in: folder) }

  /// Variables with which a program finds it, and no other.
  package var environment: [String: String] {
    ["PULSE_SERVER": address, "XDG_RUNTIME_DIR": folder, "HOME": folder]
  }

  private static func address(in folder: String) -> String { "unix:\(folder)/pulse.socket" }

  private static func start(in folder: String, _ sampleRate: Int) throws -> BackgroundProcess {
    let socket = address(in: folder).dropFirst("unix:".count)
    return try BackgroundProcess(
      "env XDG_RUNTIME_DIR=\(folder) HOME=\(folder) pulseaudio -n --daemonize=no "
        + "--exit-idle-time=-1 --use-pid-file=no --disable-shm=yes --realtime=no "
        + "--high-priority=no "
        + "-L 'module-null-sink sink_name=null rate=\(sampleRate) format=s16le channels=2' "
        + "-L 'module-native-protocol-unix socket=\(socket) auth-anonymous=1'")
  }

  private func waitForAnswer() throws {
    // Until it listens there is nothing to wait on.
    let asking = try BackgroundProcess(
      "sh -c 'for i in $(seq 600); do "
        + "HOME=\(folder) pactl -s \(address) info && exit; sleep 0.05; done; exit 1'")
    guard asking.finish() == 0 else { throw NoAnswer() }
  }

  struct NoAnswer: Error {}
}
