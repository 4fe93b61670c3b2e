import Foundation

/// A PulseAudio server of its own, whose only sink is heard by nobody and recorded by the test.
final class PulseServer: Sendable {
  static let isInstalled = ["pulseaudio", "parec", "pacat", "pactl"].allSatisfy { tool in
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\(tool)")
  }

  /// Low, so that a device buffer may be long: libao's pulse driver cannot count further.
  static let rate = 8_000

  let address: String
  private let shop: Workshop
  private let server: BackgroundProcess
  private let keeper: BackgroundProcess

  init() throws {
    shop = try Workshop()
    let socket = shop.folder.appendingPathComponent("socket").path
    address = "unix:\(socket)"
    let home = shop.folder.path
    let environment = "env XDG_RUNTIME_DIR=\(home) HOME=\(home)"
    server = try BackgroundProcess(
      "\(environment) pulseaudio -n --daemonize=no --exit-idle-time=-1 --use-pid-file=no "
        + "--disable-shm=yes --realtime=no --high-priority=no "
        + "-L 'module-null-sink sink_name=test rate=\(Self.rate) format=s16le channels=2' "
        + "-L 'module-native-protocol-unix socket=\(socket) auth-anonymous=1'")
    try shop.run(
      "for i in $(seq 600); do pactl -s \(address) info && exit; sleep 0.05; done; exit 1")
    // A sink that nobody plays into gives its monitor nothing to record.
    keeper = try BackgroundProcess(
      "\(environment) pacat -s \(address) --raw --format=s16le --rate=\(Self.rate) --channels=2 /dev/zero"
    )
  }

  /// Ends the server as a crash would.
  func kill() {
    server.end()
    keeper.end()
  }

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
        "300", "parec", "-s", address, "-d", "test.monitor", "--raw", "--format=s16le",
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
