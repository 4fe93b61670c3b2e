import Glibc
import MeditationEngine
import MeditationSystem
import MeditationText
import SystemPackage

/// The audio files and the subfolders of one folder, each in natural order, without hidden ones.
/// Follows symbolic links. Blocks on the disk.
struct FolderListing {
  /// The file that marks a folder as without music, also for phones: the sounds of a set.
  static let noMusicMark = ".nomedia"

  let identity: FileIdentity
  /// True if the folder has that file.
  let hasNoMusic: Bool
  let files: [FilePath]
  let folders: [FilePath]
  let playlists: [FilePath]

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
    var hasNoMusic = false
    while let entry = try DirectoryEntry.next(of: stream) {
      let name = entry.name
      if name.first == UInt8(ascii: ".") {
        if name.elementsEqual(Self.noMusicMark.utf8) { hasNoMusic = true }
        continue
      }
      if Self.isFolder(entry, in: descriptor) {
        folders.append((NaturalOrder(name), PathName.path(base + name)))
      } else if formats.verdict(onEnding: PathName.ending(ofName: name)) != .other {
        files.append((NaturalOrder(name), PathName.path(base + name)))
      } else if PlaylistKind(name: name) != nil {
        playlists.append((NaturalOrder(name), PathName.path(base + name)))
      }
    }
    self.hasNoMusic = hasNoMusic
    self.files = files.sorted { $0.0 < $1.0 }.map(\.1)
    self.folders = folders.sorted { $0.0 < $1.0 }.map(\.1)
    self.playlists = playlists.sorted { $0.0 < $1.0 }.map(\.1)
  }

  private static var lastError: Errno { Errno(rawValue: errno) }

  /// A broken link is not a folder: its name may be that of a song, which is then reported.
  private static func isFolder(_ entry: DirectoryEntry, in descriptor: CInt) -> Bool {
    guard entry.type == Int(DT_LNK) || entry.type == Int(DT_UNKNOWN) else {
      return entry.type == Int(DT_DIR)
    }
    var status = stat()
    let name = entry.name.map { CChar(bitPattern: $0) } + [0]
    return fstatat(descriptor, name, &status, 0) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}

/// A sort key for file names in natural order.
///
/// `2` sorts before `10`, case is ignored, and `Song.flac` sorts before `Song 2.flac`. The key is
/// computed once for each name; comparing keys compares bytes.
struct NaturalOrder: Comparable {
  private let key: [UInt8]

  init(_ name: [UInt8]) {
    var stemEnd = name.count
    if let ending = PathName.ending(ofName: name) { stemEnd -= ending.utf8.count + 1 }
    var key: [UInt8] = []
    key.reserveCapacity(2 * name.count + 8)
    Self.append(name[..<stemEnd], to: &key)
    key.append(0)
    Self.append(name[stemEnd...], to: &key)
    // Names that fold to the same bytes still need an order.
    key.append(0)
    key += name
    self.key = key
  }

  static func < (left: Self, right: Self) -> Bool {
    let common = min(left.key.count, right.key.count)
    let order = memcmp(left.key, right.key, common)
    return order == 0 ? left.key.count < right.key.count : order < 0
  }

  private static func append(_ text: ArraySlice<UInt8>, to key: inout [UInt8]) {
    let isASCII = text.allSatisfy { $0 < 0x80 }
    let string = isASCII ? nil : String(validating: text, as: UTF8.self)
    let folded = string.map(FoldedText.bytes) ?? text.map(ASCII.lowercased)
    NaturalText.append(folded, to: &key)
  }
}
