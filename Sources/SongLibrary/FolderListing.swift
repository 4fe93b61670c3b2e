import Glibc
import Platform
import Playback
import SystemPackage

/// The audio files and the subfolders of one folder, each in natural order.
///
/// Hidden files and files with other extensions are left out. Symbolic links are followed. Blocks
/// on the disk.
struct FolderListing {
  let identity: FileIdentity
  let files: [FilePath]
  let folders: [FilePath]
  /// The first playlist in natural order.
  let playlist: FilePath?

  /// - Parameter formats: Decide by the endings of names what is listed.
  /// - Throws: If the folder cannot be opened or read completely.
  init(of folder: FilePath, formats: AudioFormats) throws(Errno) {
    guard let stream = folder.withPlatformString({ opendir($0) }) else { throw Self.lastError }
    defer { closedir(stream) }
    let descriptor = dirfd(stream)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw Self.lastError }
    identity = FileIdentity(status)

    let base = PathName.allBytes(of: folder) + [UInt8(ascii: "/")]
    var files: [(NaturalOrder, FilePath)] = []
    var folders: [(NaturalOrder, FilePath)] = []
    var playlists: [(NaturalOrder, FilePath)] = []
    while let entry = try DirectoryEntry.next(of: stream) {
      let name = entry.name
      if name.first == UInt8(ascii: ".") { continue }
      if Self.isFolder(entry, in: descriptor) {
        folders.append((NaturalOrder(name), PathName.path(base + name)))
      } else if formats.verdict(onEnding: PathName.ending(ofName: name)) != .other {
        files.append((NaturalOrder(name), PathName.path(base + name)))
      } else if PlaylistKind(name: name) != nil {
        playlists.append((NaturalOrder(name), PathName.path(base + name)))
      }
    }
    self.files = files.sorted { $0.0 < $1.0 }.map(\.1)
    self.folders = folders.sorted { $0.0 < $1.0 }.map(\.1)
    playlist = playlists.min { $0.0 < $1.0 }?.1
  }

  private static var lastError: Errno { Errno(rawValue: errno) }

  /// A broken link is not a folder: its name may still be that of a song, which is then reported.
  private static func isFolder(_ entry: DirectoryEntry, in descriptor: CInt) -> Bool {
    guard entry.type == Int(DT_LNK) || entry.type == Int(DT_UNKNOWN) else {
      return entry.type == Int(DT_DIR)
    }
    var status = stat()
    let name = entry.name.map { CChar(bitPattern: $0) } + [0]
    return fstatat(descriptor, name, &status, 0) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
