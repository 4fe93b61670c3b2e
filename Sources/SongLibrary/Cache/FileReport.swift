/// Stores the results of reading files, so that they need not be opened again.
///
/// A cache may drop any entry and never fails: missing entries are read again. Both methods may
/// block on the disk, for a bounded time, and are called from several threads at once.
public protocol MetadataCache: Sendable {
  /// The stored report for each of `files`, in their order; `nil` if this version of a file is
  /// unknown.
  func reports(on files: [FileVersion]) -> [FileReport?]

  /// Stores a report for each file, replacing those for its other versions.
  func store(_ reports: [(file: FileVersion, report: FileReport)])
}

/// Identifies one version of a file; writing the file changes it.
public struct FileVersion: Hashable, Sendable {
  /// The absolute path; it need not be valid UTF-8.
  public var path: [UInt8]
  /// The size in bytes.
  public var size: Int64
  /// When the contents last changed, in nanoseconds since 1970.
  public var modificationTime: Int64
  /// When the contents or the inode last changed, in nanoseconds since 1970. It detects tag editors
  /// that restore the modification time.
  public var changeTime: Int64

  public init(path: [UInt8], size: Int64, modificationTime: Int64, changeTime: Int64) {
    self.path = path
    self.size = size
    self.modificationTime = modificationTime
    self.changeTime = changeTime
  }
}

/// The result of reading a file, without the hints of a playlist.
public enum FileReport: Equatable, Sendable {
  /// The file can be played.
  case sound(CleanProperties)
  /// The file cannot be played; `reason` is a clean clause.
  case refused(reason: String)
}
