import Glibc
import SystemPackage

/// Identifies a version of a file: it changes when the file is replaced or written.
public struct FileStamp: Hashable, Sendable {
  private let inode: UInt64
  /// The size in bytes.
  public let size: Int64
  /// When the contents or the inode last changed, in nanoseconds since 1970: unlike the time of the
  /// last modification, a program cannot set it.
  public let changeTime: Int64

  /// The stamp of the file at `path`; `nil` where there is none. Blocks on the disk.
  public init?(of path: FilePath) {
    guard let status = try? path.stat().rawValue else { return nil }
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    // Wraps around for absurd times: the value is only compared.
    changeTime = Int64(truncatingIfNeeded: Duration(status.st_ctim).attoseconds / 1_000_000_000)
  }
}
