import MeditationLibrary
import MeditationSystem
import MeditationText
import SystemPackage

/// Sets as playlists for other players, and any playlist as a set.
package enum SetExport {
  /// The file of an empty set: an empty plan is a plan, too.
  private static let empty = Array("#EXTM3U\n#MEDITATE:\n".utf8)

  /// `set` as a playlist at `path`. Songs and files of the plan below its folder get relative
  /// paths, and so do others in the music folder if `path` is in it. Everything else, and
  /// everything without a `path`, gets absolute paths. Blocks on the disk.
  package static func bytes(
    of set: SongSet, at path: FilePath?, musicFolder: FilePath? = nil
  ) throws(SetProblem) -> [UInt8] {
    guard let path = path.map(absolute) else {
      return try SetDocument.bytes(of: set, from: empty, in: "/")
    }
    let bases = bases(of: path, musicFolder: musicFolder)
    return try SetDocument.bytes(of: set, from: empty, in: path.removingLastComponent()) {
      relative($0, to: bases)
    }
  }

  /// Reads the `.m3u` playlist at `path` as a set with its plan, which may be empty in an exported
  /// set; `nil` if it has none. Blocks on the disk.
  package static func readPlanned(_ path: FilePath) throws(SetProblem) -> SongSet? {
    let path = absolute(path)
    let bytes = try StoredSet.bytes(at: path, named: shown(path))
    let hasPlan = PlaylistParser.lines(of: PlaylistText.normalized(bytes)).contains {
      SetLine.plan(in: $0.drop { ASCII.isBlank($0) }) != nil
    }
    guard hasPlan else { return nil }
    return try StoredSet(name: name(of: path), bytes: bytes, in: path.removingLastComponent()).set
  }

  /// Reads any playlist as a set with its plan, named after the file. Blocks on the disk.
  package static func read(_ path: FilePath) throws(SetProblem) -> SongSet {
    let path = absolute(path)
    let bytes = try StoredSet.bytes(at: path, named: shown(path))
    let (name, folder) = (try name(of: path), path.removingLastComponent())
    guard let kind = PlaylistKind(name: PathName.bytes(of: path)), kind != .m3u else {
      return try StoredSet(name: name, bytes: bytes, in: folder).set
    }
    var names = FolderNames()
    let songs = PlaylistParser.parse(bytes, kind).compactMap { entry -> SetSong? in
      guard case .file(let path) = entry.location else { return nil }
      let resolved = PathName.allBytes(of: PlaylistPath.resolve(path, in: folder, &names))
      return SetSong(path: resolved, entry.range, hint: entry.hint)
    }
    return SongSet(name: name, songs: songs)
  }

  /// A file's name as the name of a set, without what such a name cannot have.
  private static func name(of path: FilePath) throws(SetProblem) -> SetName {
    let file = CleanText.clean(path.stem ?? "")
    var text = String(file.drop { $0 == "." || $0 == "-" || $0 == " " }.prefix(60))
    while text.utf8.count > 200 { text.removeLast() }
    do { return try SetName(text.isEmpty ? "Playlist" : text) } catch {
      throw .file(shown(path), reason: "its name cannot be that of a set")
    }
  }

  /// A folder below which songs have relative paths.
  private struct Base {
    /// The path of the folder, with a slash.
    let folder: [UInt8]
    /// The path to it from the playlist's folder: `../../`, or empty.
    var way: [UInt8] = []
  }

  /// `path` relative to one of `bases`, as a line that no player misreads; `nil` if below none.
  private static func relative(_ path: [UInt8], to bases: [Base]) -> [UInt8]? {
    let base = bases.first { path.starts(with: $0.folder) && path.count > $0.folder.count }
    guard let base else { return nil }
    let name = base.way + path[base.folder.count...]
    let first = name.prefix { $0 != UInt8(ascii: "/") }
    guard let start = name.first, let last = name.last, last > 0x20, !first.isEmpty else {
      return nil
    }
    // It looks like a comment or a URL, or begins with a blank, which is trimmed.
    let isOdd =
      start == UInt8(ascii: "#") || start <= 0x20 || start == 0xEF || start >= 0xFE
      || first.contains(UInt8(ascii: ":"))
    return isOdd ? Array("./".utf8) + name : name
  }

  /// The folder of `path`, then the music folder if that folder is in it.
  private static func bases(of path: FilePath, musicFolder: FilePath?) -> [Base] {
    let folders = spellings(of: path.removingLastComponent())
    let music = musicFolder.map { spellings(of: absolute($0)) } ?? []
    // `..` starts from the folder's real path.
    guard let real = folders.last, let realMusic = music.last, real.starts(with: realMusic) else {
      return folders.map { Base(folder: $0) }
    }
    let depth = real[realMusic.count...].count { $0 == UInt8(ascii: "/") }
    let way = (0..<depth).flatMap { _ in Array("../".utf8) }
    return folders.map { Base(folder: $0) } + music.map { Base(folder: $0, way: way) }
  }

  /// `folder` with a slash, as written and without symbolic links.
  private static func spellings(of folder: FilePath) -> [[UInt8]] {
    let slash = UInt8(ascii: "/")
    return [folder, folder.resolved ?? folder].map {
      let bytes = PathName.allBytes(of: $0)
      return bytes.last == slash ? bytes : bytes + [slash]
    }
  }

  private static func absolute(_ path: FilePath) -> FilePath {
    path.isRelative ? PathName.currentDirectory?.pushing(path) ?? path : path
  }

  private static func shown(_ path: FilePath) -> String { CleanText.clean(path.string) }
}
