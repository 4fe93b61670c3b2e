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
