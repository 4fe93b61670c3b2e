/// What an audio file says of itself (see `AudioProperties`), in clean texts; what it does not say
/// is empty.
public struct CleanProperties: Equatable, Sendable {
  /// The title.
  public var title: String
  /// The artist.
  public var artist: String
  /// How long it claims to be; `nil` where it does not say, or claims what cannot be.
  public var duration: Duration?

  public init(title: String = "", artist: String = "", duration: Duration? = nil) {
    self.title = title
    self.artist = artist
    self.duration = duration
  }
}
