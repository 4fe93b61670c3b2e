import Glibc
import SystemPackage

/// A directory for this user alone.
package enum PrivateDirectory {
  /// Makes the directory at `path`, and those above it that are missing, with mode 0700. One that
  /// exists stays as it is. Blocks on the disk.
  ///
  /// - Throws: `.notDirectory` where something else has its name.
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
    // Another program may have made it meanwhile.
    if (try? path.stat())?.type != .directory { throw .notDirectory }
  }
}
