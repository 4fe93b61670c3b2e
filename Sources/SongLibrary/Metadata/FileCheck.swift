import Glibc
import Platform
import Playback
import SystemPackage

/// Checks a file without opening it. This must come first: opening a FIFO could block forever.
struct FileCheck: Sendable {
  /// The prefix that makes a relative path absolute, so that a cache key does not depend on the
  /// current folder.
  private let currentFolder: [UInt8]

  private let formats: AudioFormats

  init(formats: AudioFormats = AudioFormats()) {
    self.formats = formats
    guard let folder = getcwd(nil, 0) else {
      currentFolder = []
      return
    }
    defer { free(folder) }
    currentFolder = Array(UnsafeRawBufferPointer(start: folder, count: strlen(folder))) + [0x2F]
  }

  /// The version of the regular file at `path`. Blocks on the disk.
  func version(of path: FilePath) throws(DecodingError) -> FileVersion {
    let status: Stat
    do {
      status = try path.stat()
    } catch {
      throw DecodingError(ErrnoClause.reading(error, of: path))
    }
    if let reason = FileTypeClause.of(status.type) { throw DecodingError(reason) }
    let bytes = PathName.allBytes(of: path)
    return FileVersion(
      path: bytes.first == UInt8(ascii: "/") ? bytes : currentFolder + bytes,
      size: Int64(status.size), modificationTime: Self.nanoseconds(status.st_mtim),
      changeTime: Self.nanoseconds(status.st_ctim))
  }

  /// Why a file is rejected without opening it; `nil` if it must be opened.
  func refusal(of file: FileVersion, at path: FilePath) -> String? {
    let ending = PathName.ending(ofName: PathName.bytes(of: path))
    if case .unsupported(let reason) = formats.verdict(onEnding: ending) { return reason }
    return file.size == 0 ? "the file is empty" : nil
  }

  /// Wraps around for absurd timestamps: the value is only compared.
  private static func nanoseconds(_ time: timespec) -> Int64 {
    Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
  }
}
