import FileSystem
import SystemPackage
import Text

/// A file that was left out of the list, with the reason. Both texts are clean.
public struct SkippedFile: Equatable, Sendable {
  /// The path as the user would write it, safe to print on a terminal.
  public var name: String
  /// A clause to show after the name, such as "the file is empty".
  public var reason: String

  /// Creates a skipped file from clean texts.
  public init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }

  /// Creates a skipped file from a path and a reason, and cleans both.
  init(path: FilePath, reason: String) {
    self.init(name: PathName.shown(path), reason: CleanText.clean(reason))
  }
}
