import SystemPackage

/// What a file says of itself, as it says it: not cleaned, and not to be shown as it is.
public struct Tags: Equatable, Sendable {
  /// The title, if the file has one.
  public var title: String?
  /// The artist, if the file names one.
  public var artist: String?
  /// The album, if the file names one.
  public var album: String?

  /// Tags from their parts.
  public init(title: String? = nil, artist: String? = nil, album: String? = nil) {
    self.title = title
    self.artist = artist
    self.album = album
  }
}

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
}
