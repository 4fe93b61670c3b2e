import Glibc
import SystemPackage

/// Tells whether a file was replaced or written since.
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
    changeTime = Self.nanoseconds(status.st_ctim)
  }

  /// Wraps around for absurd times: the value is only compared.
  ///
  /// The members of `timespec` belong to another module, which cannot be imported, where Foundation
  /// is imported first. They are two words on every Linux: time.h(0p).
  private static func nanoseconds(_ time: timespec) -> Int64 {
    withUnsafeBytes(of: time) { words in
      let second = words.load(as: Int.self)
      let nanosecond = words.load(fromByteOffset: MemoryLayout<Int>.size, as: Int.self)
      return Int64(second) &* 1_000_000_000 &+ Int64(nanosecond)
    }
  }
}
