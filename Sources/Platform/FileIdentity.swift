import Glibc
import SystemPackage

/// Identifies a file by device and inode, whatever its path.
package struct FileIdentity: Hashable, Sendable {
  private let device: UInt64
  private let inode: UInt64

  /// Creates the identity of the file that `status` describes.
  package init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
  }

  /// Creates the identity of the file that `path` leads to; `nil` where there is none. Blocks on the
  /// disk.
  package init?(of path: FilePath) {
    guard let status = try? path.stat() else { return nil }
    self.init(status.rawValue)
  }
}
