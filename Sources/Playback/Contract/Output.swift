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
  /// Whether another format might be taken; `false` spares the engine from asking.
  public var concernsFormat: Bool

  /// An error for `reason`.
  public init(_ reason: String, concernsFormat: Bool = true) {
    self.reason = reason
    self.concernsFormat = concernsFormat
  }
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

  /// How many frames the device holds before they are heard; 0 where nobody listens (a file).
  ///
  /// As many frames of silence are written before the sound stops, so that no driver repeats its
  /// last buffer, and so that what ramps down was heard before a device is given up.
  var bufferFrameCount: Int { get }

  /// Gives the device up without waiting for what it holds: the program is about to exit.
  ///
  /// Release does nothing afterwards.
  func abandon()
}

extension Output {
  /// Nobody listens.
  public var bufferFrameCount: Int { 0 }

  /// Nothing is held that release would wait for.
  public func abandon() {}
}

/// Opens outputs.
public protocol OutputOpener: Sendable {
  /// Opens an output that takes exactly `format`, or throws: the engine then asks for a plainer one.
  func open(_ format: OutputFormat) throws(OutputError) -> any Output

  /// Whether there is one output only, whose first format is its last: a file.
  ///
  /// The engine then fits every track to that format, never opens twice, and does not keep time.
  var isFixedFormat: Bool { get }
}

extension OutputOpener {
  /// A device, which can be opened anew for each format.
  public var isFixedFormat: Bool { false }
}
