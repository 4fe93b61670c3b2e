import Platform
import SystemPackage
import Text

/// A file that was left out of the list, with the reason, or a note about one. Both texts are clean.
public struct SkippedFile: Equatable, Sendable {
  /// The path as the user would write it, safe to print on a terminal.
  public var name: String
  /// A clause to show after the name, such as "the file is empty".
  public var reason: String
  /// Whether it is only a note: nothing was left out.
  public var isNote: Bool

  /// Creates a skipped file from clean texts.
  public init(name: String, reason: String, isNote: Bool = false) {
    self.name = name
    self.reason = reason
    self.isNote = isNote
  }

  /// Creates a skipped file from a path and a reason, and cleans both.
  init(path: FilePath, reason: String, isNote: Bool = false) {
    self.init(name: PathName.shown(path), reason: CleanText.clean(reason), isNote: isNote)
  }
}
