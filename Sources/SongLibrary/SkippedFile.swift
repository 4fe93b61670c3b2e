import FileSystem
import SystemPackage
import Text

/// What was left out of the list, with the reason. Both texts are clean.
public struct SkippedFile: Equatable, Sendable {
  /// The path as the user would write it; what a terminal must not see is gone from it.
  public var name: String
  /// A clause fit to be shown after the name: "the file is empty".
  public var reason: String

  /// A file that was left out, from texts that are clean already.
  public init(name: String, reason: String) {
    self.name = name
    self.reason = reason
  }

  /// The file at `path`, left out for `reason`; both are cleaned here.
  init(path: FilePath, reason: String) {
    self.init(name: PathName.shown(path), reason: CleanText.clean(reason))
  }
}
