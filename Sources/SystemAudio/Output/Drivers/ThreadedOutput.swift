import Playback

/// A device that is used from its `DriverThread`, so that no driver blocks for long who plays.
final class ThreadedOutput: Output {
  /// How much longer than the device's buffer a write may take: a device that plays accepts something
  /// whenever a part of its buffer has played.
  private static let limit = Duration.milliseconds(1_500)
  /// The same for one that may not play yet. A PulseAudio sink without clients can be two seconds
  /// ahead, and Bluetooth takes as long to wake up.
  private static let startLimit = Duration.seconds(3)

  let format: OutputFormat
  let bufferFrameCount: Int
  private let name: String
  private let thread: DriverThread
  /// How many bytes may still be accepted before the device surely plays.
  private var startByteCount: Int
  private var isAbandoned = false

  /// The device that `thread`, of the driver called `name`, has opened.
  init(_ opened: DriverThread.Opened, of name: String, on thread: DriverThread) {
    self.name = name
    self.thread = thread
    format = opened.format
    bufferFrameCount = opened.bufferFrameCount
    startByteCount = 2 * opened.bufferFrameCount * opened.format.frameByteCount
  }

  /// Never blocks.
  deinit { thread.part(isAbandoned ? .abandon : .close) }

  /// Throws also where the driver blocks: it may then play `frames` later.
  func write(_ frames: UnsafeRawBufferPointer) throws(OutputError) {
    guard frames.count > 0 else { return }
    var patience = Patience(limit)
    startByteCount -= min(frames.count, startByteCount)
    guard let result = thread.write(frames, &patience) else {
      throw OutputError("\(name) does not answer")
    }
    try result.get()
  }

  /// How long the next write may take.
  private var limit: Duration {
    let buffer = Duration.seconds(1) * bufferFrameCount / max(format.sampleRate, 1)
    return buffer + (startByteCount > 0 ? Self.startLimit : Self.limit)
  }

  func abandon() { isAbandoned = true }
}
