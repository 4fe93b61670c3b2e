import Glibc
import SystemPackage

/// Accesses paths as bytes, which need not be valid UTF-8.
package enum PathName {
  /// All bytes of `path`, without the closing NUL.
  package static func allBytes(of path: FilePath) -> [UInt8] {
    path.withPlatformString { pointer in
      Array(UnsafeRawBufferPointer(start: pointer, count: strlen(pointer)))
    }
  }

  /// The bytes of the last component of `path`.
  package static func bytes(of path: FilePath) -> [UInt8] {
    let all = allBytes(of: path)
    guard let slash = all.lastIndex(of: UInt8(ascii: "/")) else { return all }
    return Array(all[(slash + 1)...])
  }

  /// The path of `bytes`, up to the first NUL.
  package static func path(_ bytes: some Collection<UInt8>) -> FilePath {
    FilePath(platformString: bytes.prefix { $0 != 0 }.map { CChar(bitPattern: $0) } + [0])
  }

  /// The current directory, as bytes; `nil` if it was deleted.
  package static var currentDirectory: FilePath? {
    guard let path = getcwd(nil, 0) else { return nil }
    defer { free(path) }
    return FilePath(platformString: path)
  }

  /// The extension of a name, in lower case; `nil` unless it is a short ASCII word.
  package static func ending(ofName name: [UInt8]) -> String? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    let ending = name[(dot + 1)...]
    guard (1...5).contains(ending.count), ending.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      return nil
    }
    return String(decoding: ending, as: UTF8.self).lowercased()
  }
}
