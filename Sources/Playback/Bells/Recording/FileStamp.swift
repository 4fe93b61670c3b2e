import Glibc
import SystemPackage

/// Tells whether a file was replaced or written since.
struct FileStamp: Equatable {
  private let inode: UInt64
  private let size: Int64
  /// Of the last change, which a program cannot set, unlike that of the last modification.
  private let seconds: Int
  private let nanoseconds: Int

  /// `nil` where there is no such file.
  init?(of path: FilePath) {
    guard let status = try? path.stat().rawValue else { return nil }
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    seconds = status.st_ctim.tv_sec
    nanoseconds = status.st_ctim.tv_nsec
  }
}
