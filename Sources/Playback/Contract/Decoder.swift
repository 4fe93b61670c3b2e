import SystemPackage

/// Why a file cannot be decoded, or not to its end.
public struct DecodingError: Error, Equatable, Sendable {
  /// A clause fit to be shown after the file's name: "the file is empty".
  public var reason: String

  /// An error for `reason`.
  public init(_ reason: String) { self.reason = reason }
}

/// Decodes one audio file, frame by frame.
///
/// Created, used and closed (by release) on one thread; every call may block on the disk.
public protocol Decoder: AnyObject {
  /// The shape of what `read` delivers.
  var format: StreamFormat { get }
  /// The length in frames that the file claims; `nil` where it is unknown. A claim until decoded.
  var frameCount: Int? { get }
  /// What the file says of itself.
  var tags: Tags { get }

  /// Decodes whole frames into `buffer`, as many as fit.
  ///
  /// - Returns: The number of frames; 0 is the end of the file, a short count is not.
  /// - Throws: Where the file is damaged; frames decoded before the damage were delivered.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(DecodingError) -> Int

  /// Goes to `frame`, counted from the song's first; past the end goes to the end.
  func seek(to frame: Int) throws(DecodingError)
}

/// Opens audio files.
public protocol DecoderOpener: Sendable {
  /// Opens the file at `path`, which must be a regular file: a FIFO or a device is refused, unread.
  func open(_ path: FilePath) throws(DecodingError) -> any Decoder

  /// What the file at `path` says of itself, which may be known without making ready to decode it.
  /// Refused is what `open` refuses, but for damage to what is not looked at.
  func properties(of path: FilePath) throws(DecodingError) -> AudioProperties
}

extension DecoderOpener {
  public func properties(of path: FilePath) throws(DecodingError) -> AudioProperties {
    AudioProperties(try open(path))
  }
}
