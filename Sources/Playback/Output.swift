/// The shape of the sound that an output takes: interleaved signed integers, native byte order.
public struct OutputFormat: Equatable, Sendable {
  /// Frames a second.
  public var sampleRate: Int
  /// Samples a frame.
  public var channelCount: Int
  /// Bits a sample: 16, or 24 packed in three bytes.
  public var bits: Int

  /// A format from its parts.
  public init(sampleRate: Int, channelCount: Int, bits: Int) {
    self.sampleRate = sampleRate
    self.channelCount = channelCount
    self.bits = bits
  }

  /// Bytes of one frame.
  public var frameByteCount: Int { channelCount * bits / 8 }
}

/// Why an output cannot be opened or takes no more sound.
public struct OutputError: Error, Equatable, Sendable {
  /// A clause fit to be shown: "the sound server closed the connection".
  public var reason: String

  /// An error for `reason`.
  public init(_ reason: String) { self.reason = reason }
}

/// Takes sound: a device, or a file.
///
/// Created, used and closed (by release) on one thread. Release may wait for what is buffered.
public protocol Output: AnyObject {
  /// What `write` takes.
  var format: OutputFormat { get }

  /// Plays whole frames, blocking until they are accepted.
  ///
  /// - Throws: When the device is lost; this output must then be released.
  func write(_ frames: UnsafeRawBufferPointer) throws(OutputError)
}

/// Opens outputs.
public protocol OutputOpener: Sendable {
  /// Opens an output that takes exactly `format`, or throws: the engine then asks for a plainer one.
  func open(_ format: OutputFormat) throws(OutputError) -> any Output
}
