import Foundation
import MeditationTestSupport

/// A PulseAudio server into which something always plays, and recordings of its sink.
final class PulseServer: Sendable {
  /// Low, so that a device buffer may be long: libao's pulse driver cannot count further.
  static let rate = 8_000

  private let shop: Workshop
  private let daemon: PulseDaemon
  private let keeper: BackgroundProcess

  init() throws {
    shop = try Workshop()
    let folder = shop.folder.path
    daemon = try PulseDaemon(in: folder, sampleRate: Self.rate)
    // A sink that nobody plays into gives its monitor nothing to record.
    keeper = try BackgroundProcess(
      "env XDG_RUNTIME_DIR=\(folder) HOME=\(folder) pacat -s \(daemon.address) --raw "
        + "--format=s16le --rate=\(Self.rate) --channels=2 /dev/zero")
  }

  /// The address of the server.
  var address: String { daemon.address }

  /// Starts to record what the sink would play: 16-bit stereo.
  func record() throws -> Recorder { try Recorder(address, home: shop.folder.path) }

  /// Records what the sink would play.
  final class Recorder: Sendable {
    private let pipe = Pipe()
    private let processID: Int32

    fileprivate init(_ address: String, home: String) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: "/usr/bin/timeout")
      process.arguments = [
        "300", "parec", "-s", address, "-d", PulseDaemon.monitor, "--raw", "--format=s16le",
        "--rate=\(PulseServer.rate)",
        "--channels=2", "--latency-msec=10",
      ]
      process.environment = ["HOME": home, "PATH": "/usr/bin:/bin"]
      process.standardOutput = pipe
      process.standardError = FileHandle.nullDevice
      try process.run()
      processID = process.processIdentifier
    }

    deinit { _ = Foundation.kill(processID, SIGTERM) }

    /// The next `seconds` of the recording, waiting for them; one value a frame, left and right.
    /// Less if the server does not bring them.
    func next(seconds: Double) -> [UInt32] {
      let frameCount = Int(Double(PulseServer.rate) * seconds)
      let data = pipe.fileHandleForReading.readData(ofLength: frameCount * 4)
      return data.withUnsafeBytes { Array($0.bindMemory(to: UInt32.self)) }
    }
  }
}
