import Text

/// A song declared by a script, for a session without files.
public struct SongDeclaration: Equatable, Sendable {
  /// The title; safe to print on a terminal.
  public let title: String
  /// The artist; safe to print on a terminal; `nil` if none is given.
  public let artist: String?
  /// The length of the song; `nil` if unknown.
  public let duration: Duration?

  public init(title: String, artist: String? = nil, duration: Duration? = nil) {
    self.title = title
    self.artist = artist
    self.duration = duration
  }
}

extension SongDeclaration: CustomStringConvertible {
  /// The arguments of the `song` statement.
  public var description: String {
    QuotedText.quote(title)
      + (artist.map { " by " + QuotedText.quote($0) } ?? "")
      + (duration.map { " " + TimeText.exact($0) } ?? "")
  }
}
