/// A format that an output accepts: interleaved signed integers in native byte order.
package struct OutputFormat: Equatable, Sendable {
  /// In hertz.
  package var sampleRate: Int
  /// Samples per frame.
  package var channelCount: Int
  /// Bits per sample: 16, or 24 packed in three bytes.
  package var bits: Int

  package init(sampleRate: Int, channelCount: Int, bits: Int) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.bits = bits
  }

  package var frameByteCount: Int { channelCount * bits / 8 }
}

/// Why an output cannot be opened, or accepts no more sound.
package struct OutputError: Error, Equatable, Sendable, CustomStringConvertible {
  /// A clause that can be shown: "the sound server closed the connection".
  package var reason: String
  /// False if no other format would be accepted either, which saves the engine from trying.
  package var concernsFormat: Bool

  package init(_ reason: String, concernsFormat: Bool = true) {
    self.reason = reason
    self.concernsFormat = concernsFormat
  }

  package var description: String { reason }
}

/// A device or a file that accepts sound.
///
/// Created, used and closed (by release) on one thread. Release may wait until the buffer was
/// played.
package protocol Output: AnyObject {
  /// The format that `write` accepts. Without channels or a sample rate, or with other than 16 or
  /// 24 bits, the program stops.
  var format: OutputFormat { get }

  /// Plays whole frames, blocking until they are accepted.
  ///
  /// - Throws: When the device is lost. This output must then be released.
  func write(_ frames: UnsafeRawBufferPointer) throws(OutputError)

  /// How many frames the device buffers; 0 for a file.
  ///
  /// This much silence is written after the sound, so that no driver repeats its last buffer, and a
  /// ramp down is heard before the device is released.
  var bufferFrameCount: Int { get }

  /// How much sound the device holds when full; `nil` if unknown, or if not playing in real time.
  ///
  /// It tells when the device has run out of sound, which few drivers report.
  var latency: Duration? { get }

  /// False for a silent device, which loses nothing when it runs out of sound.
  var isHeard: Bool { get }

  /// How long it takes until all that was written is heard, as a sound server tells; `nil` if that
  /// is not known, or not within 0.1 s.
  func askDelay() -> ToldDelay?

  /// How long this process was certainly stopped during the last writes; reset by the call. A
  /// device that ran out of sound then has made a hole; one that merely blocked has not.
  func takeStoppedTime() -> Duration

  /// Gives the device up without playing its buffer, because the program is about to exit.
  ///
  /// Release then does nothing.
  func abandon()

  /// Drops what the device holds, where that is possible. This output must then be released.
  func drop()
}

/// By default an output is heard, knows nothing of its buffer, plays what it holds, and does not
/// wait when released.
extension Output {
  package var bufferFrameCount: Int { 0 }
  package var latency: Duration? { nil }
  package var isHeard: Bool { true }
  package func askDelay() -> ToldDelay? { nil }
  package func takeStoppedTime() -> Duration { .zero }
  package func abandon() {}
  package func drop() {}
}

/// How long it takes until all that was written is heard, as a sound server tells.
package struct ToldDelay: Equatable, Sendable {
  package var whole: Duration
  /// Less what the server may take back where more follows silence.
  package var least: Duration

  package init(whole: Duration, least: Duration) {
    (self.whole, self.least) = (whole, least)
  }
}

package protocol OutputOpener: Sendable {
  /// Opens an output that accepts exactly `format`. If it throws, the engine tries a plainer one.
  ///
  /// - Parameters:
  ///   - format: The format to be accepted.
  ///   - buffer: How much sound a device should hold. A file ignores it, as does a device that
  ///     cannot.
  func open(_ format: OutputFormat, buffer: Duration) throws(OutputError) -> any Output

  /// Sets a function to call, on any thread, when a driver that did not answer in time may do so
  /// now: the engine then tries again at once.
  func whenAnswering(_ notify: @escaping @Sendable () -> Void)

  /// Sets a function to call, on any thread, when the sound has moved to other speakers, because those
  /// that it was heard on are gone: with the reason, as a clause.
  func whenMoving(_ notify: @escaping @Sendable (_ reason: String) -> Void)

  /// True if there is only one output, a file, which keeps its first format.
  ///
  /// The engine then converts every song to it, opens no other output, and is not paced.
  var isFixedFormat: Bool { get }

  /// The sample rate of such an output in hertz; `nil` is the highest of the songs of its first
  /// session, up to 48 kHz.
  var fixedSampleRate: Int? { get }
}

/// By default a device is opened anew for each format, its driver is waited for without limit, and
/// the sound stays where it is.
extension OutputOpener {
  package var isFixedFormat: Bool { false }
  package var fixedSampleRate: Int? { nil }
  package func whenAnswering(_ notify: @escaping @Sendable () -> Void) {}
  package func whenMoving(_ notify: @escaping @Sendable (String) -> Void) {}
}
