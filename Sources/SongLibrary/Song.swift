import FileSystem
import SystemPackage

/// A file that can be played, and what is shown of it.
///
/// Every text is clean (see `CleanText`): it can be printed on a terminal as it is.
public struct Song: Equatable, Sendable {
  /// Where the file is, byte for byte; not to be shown.
  public var path: FilePath
  /// Never empty: the file's own title, else a playlist's, else one made of the file's name.
  public var title: String
  /// Empty where nobody says.
  public var artist: String
  /// How long the file claims to be; `nil` where it does not say, or claims what cannot be.
  public var duration: Duration?

  /// The name of the folder that the file lies in; empty where its path names none.
  public var folder: String { PathName.folder(of: path) }

  /// A song from its parts, which must be clean already.
  public init(
    path: FilePath, title: String, artist: String = "", duration: Duration? = nil
  ) {
    self.path = path
    self.title = title
    self.artist = artist
    self.duration = duration
  }
}
