import Glibc
import SystemPackage
import Text

/// Paths as the bytes that they are, and as what can be shown of them.
enum PathName {
  /// All bytes of `path`, without the closing NUL.
  static func allBytes(of path: FilePath) -> [UInt8] {
    path.withPlatformString { pointer in
      Array(UnsafeRawBufferPointer(start: pointer, count: strlen(pointer)))
    }
  }

  /// The bytes of the last part of `path`.
  static func bytes(of path: FilePath) -> [UInt8] {
    let all = allBytes(of: path)
    guard let slash = all.lastIndex(of: UInt8(ascii: "/")) else { return all }
    return Array(all[(slash + 1)...])
  }

  /// The last but one part of `path`, as clean text; empty where there is none.
  ///
  /// By hand: `FilePath` takes ten times as long to take itself apart, for each song of a list.
  static func folder(of path: FilePath) -> String {
    let all = allBytes(of: path)
    let slash = UInt8(ascii: "/")
    guard let end = all.lastIndex(of: slash) else { return "" }
    let name = all[(all[..<end].lastIndex(of: slash).map { $0 + 1 } ?? 0)..<end]
    return CleanText.clean(String(decoding: name, as: UTF8.self))
  }

  /// The path of `bytes`, up to their first NUL, which no path can hold.
  static func path(_ bytes: some Collection<UInt8>) -> FilePath {
    FilePath(platformString: bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0])
  }

  /// `path` as clean text; where that is too long, its last part alone.
  static func shown(_ path: FilePath) -> String {
    let all = allBytes(of: path)
    let bytes = all.count > CleanText.maximumLength ? Self.bytes(of: path) : all
    let text = CleanText.clean(String(decoding: bytes, as: UTF8.self))
    return text.isEmpty ? "(a name that cannot be shown)" : text
  }
}
