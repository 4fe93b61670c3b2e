/// One state of one file: when it is written, this changes.
public struct FileVersion: Hashable, Sendable {
  /// The absolute path, byte for byte, valid UTF-8 or not.
  public var path: [UInt8]
  /// In bytes.
  public var size: Int64
  /// When its contents changed, in nanoseconds since 1970.
  public var modificationTime: Int64
  /// When anything of it changed, in nanoseconds since 1970: also where a program that edits tags
  /// gave the modification time back.
  public var changeTime: Int64

  /// A version from its parts.
  public init(path: [UInt8], size: Int64, modificationTime: Int64, changeTime: Int64) {
    self.path = path
    self.size = size
    self.modificationTime = modificationTime
    self.changeTime = changeTime
  }
}
