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
  /// A clause fit to be shown: "the sound server closed the connection".
  package var reason: String
  /// True if another format might be accepted; `false` saves the engine from trying.
  package var concernsFormat: Bool

  package init(_ reason: String, concernsFormat: Bool = true) {
    self.reason = reason
    self.concernsFormat = concernsFormat
  }

  package var description: String { reason }
}

/// A device or a file that accepts sound.
///
/// Created, used and closed (by release) on one thread. Release may wait for the buffer to play.
package protocol Output: AnyObject {
  /// The format of what `write` accepts. One without channels or a sample rate, or with other than 16
  /// or 24 bits, stops the program.
  var format: OutputFormat { get }

  /// Plays whole frames, blocking until they are accepted.
  ///
  /// - Throws: When the device is lost. This output must then be released.
  func write(_ frames: UnsafeRawBufferPointer) throws(OutputError)

  /// How many frames the device buffers; 0 for a file.
  ///
  /// This much silence is written after the sound, so that no driver repeats its last buffer, and
  /// that a ramp down is heard before the device is released.
  var bufferFrameCount: Int { get }

  /// How much sound the device holds when it is full; `nil` where that is not known, or where it
  /// does not play in real time.
  ///
  /// From it follows when the device has run out of sound, which few drivers report.
  var latency: Duration? { get }

  /// True if somebody may hear what is written: a silent device that runs out of sound loses nothing.
  var isHeard: Bool { get }

  /// For how long this process surely did not run during the last writes, as one that was stopped; taken
  /// once. A device that ran out of sound meanwhile has made a hole; one that merely blocks has not.
  func takeStoppedTime() -> Duration

  /// Gives the device up without waiting for its buffer, because the program is about to exit.
  ///
  /// Release then does nothing.
  func abandon()
}

extension Output {
  package var bufferFrameCount: Int { 0 }

  /// `nil`: it is not known.
  package var latency: Duration? { nil }

  /// Zero: it is not known.
  package func takeStoppedTime() -> Duration { .zero }

  /// Devices are heard.
  package var isHeard: Bool { true }

  /// Does nothing: release does not wait.
  package func abandon() {}
}

package protocol OutputOpener: Sendable {
  /// Opens an output that accepts exactly `format`. If it throws, the engine tries a plainer one.
  ///
  /// - Parameters:
  ///   - format: The format that the output is to accept.
  ///   - buffer: How much sound a device should hold. One that cannot hold as much, or a file, does
  ///     what it can.
  func open(_ format: OutputFormat, buffer: Duration) throws(OutputError) -> any Output

  /// Sets what to call, on any thread, when another attempt may succeed where a driver did not
  /// answer in time: the engine then tries at once.
  func whenAnswering(_ notify: @escaping @Sendable () -> Void)

  /// True if there is only one output, which keeps its first format: a file.
  ///
  /// The engine then converts every song to that format, never opens twice, and is not paced.
  var isFixedFormat: Bool { get }

  /// The sample rate of such an output in hertz, whatever the songs have; `nil` is the highest of the
  /// songs of its first session, up to 48 kHz.
  var fixedSampleRate: Int? { get }
}

extension OutputOpener {
  /// A device can be opened anew for each format.
  package var isFixedFormat: Bool { false }

  /// `nil`: the songs decide.
  package var fixedSampleRate: Int? { nil }

  /// Does nothing: the opener waits for its driver, however long that takes.
  package func whenAnswering(_ notify: @escaping @Sendable () -> Void) {}
}
