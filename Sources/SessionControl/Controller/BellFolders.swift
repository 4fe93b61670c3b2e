public import SystemPackage

/// The directories in which the names of bell files begin.
public struct BellFolders: Equatable, Sendable {
  /// The directory that `~` means; `nil` if it means nothing.
  public var home: FilePath?
  /// The directory of names that are relative; `nil` leaves them as they are.
  public var current: FilePath?

  /// Creates the directories.
  public init(home: FilePath? = nil, current: FilePath? = nil) {
    self.home = home
    self.current = current
  }

  /// The path of the bell file `name`, so that it is the same wherever the plan is used.
  func path(of name: String) -> String {
    if let home, name.hasPrefix("~/") {
      return home.pushing(FilePath(String(name.dropFirst(2)))).lexicallyNormalized().string
    }
    let path = FilePath(name)
    return path.isRelative && current != nil ? absolute(path).string : name
  }

  /// The absolute path of `path`.
  func absolute(_ path: FilePath) -> FilePath {
    guard path.isRelative, let current else { return path }
    return current.pushing(path).lexicallyNormalized()
  }
}
