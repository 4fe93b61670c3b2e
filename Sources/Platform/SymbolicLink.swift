import Glibc
import SystemPackage

/// Follows symbolic links.
package enum SymbolicLink {
  /// The file that `path` names in the end, which need not exist. Blocks on the disk.
  package static func target(of path: FilePath) throws(Errno) -> FilePath {
    var path = path
    // As many as the kernel follows.
    for _ in 0..<40 {
      var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
      guard path.withPlatformString({ readlink($0, &buffer, Int(PATH_MAX)) }) > 0 else {
        return path
      }
      path = path.removingLastComponent().pushing(FilePath(platformString: buffer))
    }
    throw .tooManySymbolicLinkLevels
  }
}
