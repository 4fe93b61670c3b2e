import Glibc
import SystemPackage

/// Tells whether a file was replaced or written since.
struct FileVersion: Equatable {
  private let inode: UInt64
  private let size: Int64
  private let seconds: Int
  private let nanoseconds: Int

  /// `nil` where there is no such file.
  init?(of path: FilePath) {
    guard let status = try? path.stat() else { return nil }
    inode = UInt64(status.rawValue.st_ino)
    size = Int64(status.rawValue.st_size)
    seconds = status.rawValue.st_mtim.tv_sec
    nanoseconds = status.rawValue.st_mtim.tv_nsec
  }
}
