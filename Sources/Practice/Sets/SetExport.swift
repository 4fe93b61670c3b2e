import Glibc
import Platform
import SongLibrary
public import SystemPackage
import Text

/// Sets as playlists for other players, and any playlist as a set.
public enum SetExport {
  /// `set` as a playlist in which all paths are absolute.
  public static func bytes(of set: SongSet) throws(SetProblem) -> [UInt8] {
    try SetDocument.bytes(of: set, from: nil, in: "/")
  }

  /// `set` as a playlist at `path`: songs and bells below its folder get relative paths.
  public static func bytes(of set: SongSet, at path: FilePath) throws(SetProblem) -> [UInt8] {
    let path = absolute(path)
    return try SetDocument.bytes(of: set, from: nil, in: path.removingLastComponent()) {
      relative($0, to: folders(of: path))
    }
  }

  /// Reads any playlist as a set with its plan, named after the file. Blocks on the disk.
  public static func read(_ path: FilePath) throws(SetProblem) -> SongSet {
    let path = absolute(path)
    let bytes = try StoredSet.bytes(at: path, named: shown(path))
    let (name, folder) = (try name(of: path), path.removingLastComponent())
    guard let kind = PlaylistKind(name: PathName.bytes(of: path)), kind != .m3u else {
      return try StoredSet(name: name, bytes: bytes, in: folder).set
    }
    let songs = PlaylistParser.parse(bytes, kind).compactMap { entry -> SetSong? in
      guard case .file(let path) = entry.location else { return nil }
      let resolved = PathName.allBytes(of: PlaylistPath.resolve(path, in: folder))
      return SetSong(path: resolved, hint: entry.hint)
    }
    return SongSet(name: name, songs: songs)
  }

  /// The name of a file as the name of a set: what a name cannot have is left out.
  private static func name(of path: FilePath) throws(SetProblem) -> SetName {
    let file = CleanText.clean(path.stem ?? "")
    var text = String(file.drop { $0 == "." || $0 == "-" || $0 == " " }.prefix(60))
    while text.utf8.count > 200 { text.removeLast() }
    do { return try SetName(text.isEmpty ? "Playlist" : text) } catch {
      throw .file(shown(path), reason: "its name cannot be that of a set")
    }
  }

  /// `path` relative to one of `folders`, as a line that no player takes for anything else; `nil`
  /// if it is not below them.
  private static func relative(_ path: [UInt8], to folders: [[UInt8]]) -> [UInt8]? {
    guard let folder = folders.first(where: { path.starts(with: $0) && path.count > $0.count })
    else { return nil }
    let name = Array(path[folder.count...])
    let first = name.prefix { $0 != UInt8(ascii: "/") }
    guard let start = name.first, let last = name.last, last > 0x20, !first.isEmpty else {
      return nil
    }
    // A comment, a blank that is trimmed, or the scheme of a URL.
    let isOdd =
      start == UInt8(ascii: "#") || start <= 0x20 || start == 0xEF || start >= 0xFE
      || first.contains(UInt8(ascii: ":"))
    return isOdd ? Array("./".utf8) + name : name
  }

  /// The folder of `path` with a slash, as it is written and without symbolic links.
  private static func folders(of path: FilePath) -> [[UInt8]] {
    let folder = path.removingLastComponent()
    let resolved = folder.withPlatformString { realpath($0, nil) }
    defer { free(resolved) }
    let slash = UInt8(ascii: "/")
    return [folder, resolved.map { FilePath(platformString: $0) } ?? folder].map {
      let bytes = PathName.allBytes(of: $0)
      return bytes.last == slash ? bytes : bytes + [slash]
    }
  }

  private static func absolute(_ path: FilePath) -> FilePath {
    path.isRelative ? PathName.currentDirectory?.pushing(path) ?? path : path
  }

  private static func shown(_ path: FilePath) -> String {
    CleanText.clean(String(decoding: PathName.allBytes(of: path), as: UTF8.self))
  }
}
