import Glibc
import SystemPackage

/// Creates directories that only this user can access.
package enum PrivateDirectory {
  /// Creates the directory at `path` and its missing parents with mode 0700. Existing directories
  /// keep their modes. Blocks on the disk.
  ///
  /// - Throws: `.notDirectory` if the path exists and is not a directory.
  ///
  /// Source: XDG Base Directory Specification: "an attempt should be made to create it with
  /// permission 0700".
  package static func make(_ path: FilePath) throws(Errno) {
    if (try? path.stat())?.type == .directory { return }
    let parent = path.removingLastComponent()
    if parent != path, !parent.isEmpty { try make(parent) }
    if path.withPlatformString({ mkdir($0, 0o700) }) == 0 { return }
    let error = Errno(rawValue: errno)
    guard error == .fileExists else { throw error }
    // Another process may have created it in between.
    if (try? path.stat())?.type != .directory { throw .notDirectory }
  }
}
