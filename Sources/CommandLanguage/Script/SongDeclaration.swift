import Text

/// A song that a script makes up, for a session without files.
public struct SongDeclaration: Equatable, Sendable {
  /// The title; clean of whatever could steer a terminal.
  public let title: String
  /// The artist, as clean; `nil` if none is named.
  public let artist: String?
  /// How long the song lasts; `nil` if that is to be unknown.
  public let duration: Duration?

  /// A song as declared.
  public init(title: String, artist: String? = nil, duration: Duration? = nil) {
    self.title = title
    self.artist = artist
    self.duration = duration
  }
}

extension SongDeclaration: CustomStringConvertible {
  /// The song as it is written after `song`.
  public var description: String {
    ScriptToken.quote(title)
      + (artist.map { " by " + ScriptToken.quote($0) } ?? "")
      + (duration.map { " " + TimeText.exact($0) } ?? "")
  }
}
