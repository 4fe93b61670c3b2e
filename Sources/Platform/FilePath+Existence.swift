import SystemPackage

extension FilePath {
  /// Whether there is a file or directory of this name, readable or not.
  package var isThere: Bool {
    do {
      _ = try stat()
      return true
    } catch {
      return error != .noSuchFileOrDirectory && error != .notDirectory
    }
  }
}
