import Score

/// The properties of an audio file (see `AudioProperties`) as clean text; missing ones are empty.
public struct CleanProperties: Equatable, Sendable {
  /// The title.
  public var title: String
  /// The artist.
  public var artist: String
  /// The album.
  public var album: String
  /// The length that the file claims; `nil` if it is missing or implausible.
  public var duration: Duration?
  /// The sample rate and the channels that the file claims; `nil` where they are implausible.
  public var format: SoundFormat?
  /// The container and the codec, for people.
  public var encoding: String

  public init(
    title: String = "", artist: String = "", album: String = "", duration: Duration? = nil,
    format: SoundFormat? = nil, encoding: String = ""
  ) {
    self.title = title
    self.artist = artist
    self.album = album
    self.duration = duration
    self.format = format
    self.encoding = encoding
  }
}
