public import SystemPackage
import Text

/// The directories that relative paths and `~` start from.
public struct BaseFolders: Equatable, Sendable {
  /// The directory that `~` means; `nil` if it means nothing.
  public var home: FilePath?
  /// The directory of relative paths; `nil` leaves them relative.
  public var current: FilePath?

  /// Creates the directories.
  public init(home: FilePath? = nil, current: FilePath? = nil) {
    self.home = home
    self.current = current
  }

  /// The absolute path of the file that is typed as `name`, so that it is the same file wherever it is
  /// used.
  package func path(of name: String) -> String {
    if let home, name.hasPrefix("~/") {
      return home.pushing(FilePath(String(name.dropFirst(2)))).lexicallyNormalized().string
    }
    let path = FilePath(name)
    return path.isRelative && current != nil ? absolute(path).string : name
  }

  /// The path of `file`, an absolute one, as it can be typed: with `~`, and safe on a terminal.
  func typed(_ file: String) -> String {
    let clean = Echo.cleaned(file.unicodeScalars)
    guard let home, home.isAbsolute, home.components.count > 0, clean.hasPrefix(home.string + "/")
    else { return clean }
    return "~" + clean.dropFirst(home.string.count)
  }

  /// The absolute path of `path`.
  func absolute(_ path: FilePath) -> FilePath {
    guard path.isRelative, let current else { return path }
    return current.pushing(path).lexicallyNormalized()
  }
}
