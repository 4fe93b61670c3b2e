import Playback

/// A device that is used from its `DriverThread`, so that no driver blocks for long who plays.
final class ThreadedOutput: Output {
  let format: OutputFormat
  let bufferFrameCount: Int
  let latency: Duration?
  private let name: String
  private let thread: DriverThread
  private let limits: DriverSearch.Limits
  /// How many bytes may still be accepted before the device surely plays.
  private var startByteCount: Int
  private var isAbandoned = false

  /// The device that `thread`, of the driver called `name`, has opened.
  init(
    _ opened: DriverThread.Opened, of name: String, on thread: DriverThread,
    _ limits: DriverSearch.Limits
  ) {
    self.name = name
    self.thread = thread
    self.limits = limits
    format = opened.format
    bufferFrameCount = opened.bufferFrameCount
    latency = opened.latency
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
    return buffer + (startByteCount > 0 ? limits.start : limits.write)
  }

  func abandon() { isAbandoned = true }
}
