import Playback

extension DriverThread {
  /// How the device is left.
  enum Parting {
    /// Closed, which may wait until its buffer has played.
    case close
    /// Left open for the system to close at exit.
    case abandon
  }

  /// What the thread does, as others see it.
  enum Stage {
    /// It opens its device, or plays.
    case inUse
    /// It closes its device.
    case closing
    /// Someone has stopped waiting for it, and its driver has not returned since.
    case late
    /// Its device is closed.
    case ended
  }

  /// What is known of an open device.
  struct Opened {
    var format: OutputFormat
    var bufferFrameCount: Int
    var latency: Duration?
  }

  /// What the thread and those who wait for it share.
  struct State {
    /// The device, or why it does not open; `nil` while it is being opened.
    var opening: Result<Opened, OutputError>?
    /// Frames to write. Two such arrays change hands, so that none is allocated for each write.
    var frames: [UInt8] = []
    /// Whether frames were given that are not written yet.
    var isWriting = false
    /// Why the last frames were not written.
    var fault: OutputError?
    var parting: Parting?
    var hasEnded = false
    /// Whether someone has stopped waiting for this thread.
    var isLate = false

    var stage: Stage {
      hasEnded ? .ended : isLate ? .late : parting == nil ? .inUse : .closing
    }
  }
}
