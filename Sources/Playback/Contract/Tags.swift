/// The texts in an audio file, as it says them: not cleaned, and not to be shown as they are.
public struct Tags: Equatable, Sendable {
  /// The title, if the file has one.
  public var title: String?
  /// The artist, if the file names one.
  public var artist: String?
  /// The album, if the file names one.
  public var album: String?

  /// The texts that a file has; `nil` for those that it lacks.
  public init(title: String? = nil, artist: String? = nil, album: String? = nil) {
    self.title = title
    self.artist = artist
    self.album = album
  }
}
