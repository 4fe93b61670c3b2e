import SystemPackage

/// The files of this repository that tests read, wherever a test stands.
enum Repository {
  private static let root = (0..<4).reduce(FilePath(#filePath)) { path, _ in
    path.removingLastComponent()
  }

  /// The path of a file or folder, such as "Samples/Scripts".
  static func path(_ name: String) -> FilePath { root.appending(name) }
}
