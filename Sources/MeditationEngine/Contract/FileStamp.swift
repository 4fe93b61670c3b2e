import Glibc
import MeditationSystem
import SystemPackage

/// Identifies a version of a file: it changes when the file is written or replaced.
///
/// It has no inode number: some file systems number their files anew at each mount.
package struct FileStamp: Hashable, Sendable {
  package var size: Int64
  /// When the contents last changed, in nanoseconds since 1970. FAT has no other time.
  package var modificationTime: Int64
  /// When the contents or the inode last changed, in nanoseconds since 1970. Programs cannot set
  /// it, but tag editors restore the modification time.
  package var changeTime: Int64

  /// A stored stamp; times are in nanoseconds since 1970.
  package init(size: Int64, modificationTime: Int64, changeTime: Int64) {
    self.size = size
    self.modificationTime = modificationTime
    self.changeTime = changeTime
  }

  package init(_ status: Stat) {
    self.init(
      size: Int64(status.size), modificationTime: Self.nanoseconds(status.st_mtim),
      changeTime: Self.nanoseconds(status.st_ctim))
  }

  /// The stamp of the file of the song at `path`; `nil` if there is none. Blocks on the disk.
  package init?(of path: FilePath) {
    guard let status = try? PathName.file(of: path).stat() else { return nil }
    self.init(status)
  }

  /// Wraps around for absurd times: the value is only compared.
  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(truncatingIfNeeded: Duration(time).attoseconds / 1_000_000_000)
  }
}
