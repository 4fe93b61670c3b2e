/// What a file says of itself, in clean texts; what it does not say is empty.
public struct SoundFacts: Equatable, Sendable {
  /// The title.
  public var title: String
  /// The artist.
  public var artist: String
  /// The album.
  public var album: String
  /// How long it claims to be; `nil` where it does not say, or claims what cannot be.
  public var duration: Duration?

  /// Facts from their parts.
  public init(
    title: String = "", artist: String = "", album: String = "", duration: Duration? = nil
  ) {
    self.title = title
    self.artist = artist
    self.album = album
    self.duration = duration
  }
}
