import MeditationSystem
import MeditationText
import SystemPackage

/// The user's music folder.
package enum MusicFolder {
  /// The largest `user-dirs.dirs` that is read.
  private static let maximumByteCount = 65_536

  /// The folder named by the desktop's settings, or else `Music` in the home folder; it may not
  /// exist. `nil` if there is no home folder. Blocks on the disk.
  ///
  /// Source: xdg-user-dirs, `user-dirs.dirs(5)`; setting a folder to `$HOME` disables it.
  package static func find(environment: [String: String]) -> FilePath? {
    let directories = UserDirectories(environment: environment)
    guard let home = directories.home else { return nil }
    let settings = directories.configHome.flatMap { folder in
      try? BoundedFile(at: folder.appending("user-dirs.dirs"), limit: maximumByteCount)
    }
    return settings.flatMap { parse($0.bytes, home: home) } ?? home.appending("Music")
  }

  /// The value of the last `XDG_MUSIC_DIR="…"` that is absolute or starts with `$HOME/`.
  static func parse(_ settings: [UInt8], home: FilePath) -> FilePath? {
    var found: FilePath?
    for line in settings.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard let value = quotedValue(in: line) else { continue }
      let path: FilePath
      if value.starts(with: "$HOME/".utf8) {
        path = PathName.path(PathName.allBytes(of: home) + value.dropFirst(5))
      } else if value.first == UInt8(ascii: "/") {
        path = PathName.path(value)
      } else {
        continue
      }
      found = path == home ? nil : path
    }
    return found
  }

  /// The quoted value of the setting; `\` escapes the next byte.
  private static func quotedValue(in line: ArraySlice<UInt8>) -> [UInt8]? {
    var rest = line.drop(while: ASCII.isBlank)
    guard rest.starts(with: "XDG_MUSIC_DIR".utf8) else { return nil }
    rest = rest.dropFirst(13).drop(while: ASCII.isBlank)
    guard rest.first == UInt8(ascii: "=") else { return nil }
    rest = rest.dropFirst().drop(while: ASCII.isBlank)
    guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
    var value: [UInt8] = []
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\""): return value
      case UInt8(ascii: "\\"):
        guard let escaped = rest.popFirst() else { return nil }
        value.append(escaped)
      default: value.append(byte)
      }
    }
    return nil
  }
}
