import MeditationEngine
import MeditationSystem
import SystemPackage

/// The result of reading a file, without the hints of a playlist.
enum FileReport: Equatable, Sendable {
  case sound(SongProperties)
  /// The file cannot be played; `reason` is a clean clause.
  case refused(reason: String)
}

/// One version of a file; writing the file makes another.
struct FileVersion: Hashable, Sendable {
  /// The absolute path; it need not be valid UTF-8.
  var path: [UInt8]
  var stamp: FileStamp
}

extension FileVersion {
  /// The version of the regular file at `path`, which is not opened: a FIFO could block for ever.
  init(
    ofSongAt path: FilePath, in folder: [UInt8] = currentFolder
  ) throws(SongDecodingError) {
    let path = PathName.file(of: path)
    let status: Stat
    do {
      status = try path.stat()
    } catch {
      throw SongDecodingError(ErrnoClause.reading(error, of: path))
    }
    if let reason = FileTypeClause.of(status.type) { throw SongDecodingError(reason) }
    self.init(path, FileStamp(status), in: folder)
  }

  init(_ path: FilePath, _ stamp: FileStamp, in folder: [UInt8] = currentFolder) {
    let bytes = PathName.allBytes(of: path)
    self.init(path: bytes.first == UInt8(ascii: "/") ? bytes : folder + bytes, stamp: stamp)
  }

  /// The current folder and a slash; a slash alone if the folder was deleted.
  static var currentFolder: [UInt8] {
    (PathName.currentDirectory.map(PathName.allBytes) ?? []) + [UInt8(ascii: "/")]
  }
}
