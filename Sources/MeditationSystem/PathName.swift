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

  /// The URL of the song at `path`: `file:///Music/a%20b.flac`, with `#t=205.5,430` for a range of
  /// the file; `nil` unless the path is absolute.
  ///
  /// Sources: RFC 8089, section 2, and RFC 3986, section 2.3: all bytes but unreserved characters
  /// are encoded. W3C, Media Fragments URI 1.0, section 4.2.1.
  package static func url(of path: FilePath) -> String? {
    if let (file, range) = SongRange.split(path) {
      return url(of: file).map { "\($0)#t=\(range.seconds.joined(separator: ","))" }
    }
    let bytes = allBytes(of: path)
    return bytes.first == UInt8(ascii: "/") ? String(decoding: fileURL(bytes), as: UTF8.self) : nil
  }

  /// The bytes of the URL of the file at an absolute path.
  package static func fileURL(_ bytes: [UInt8]) -> [UInt8] {
    Array("file://".utf8) + percentEncoded(bytes)
  }

  /// A path with all bytes encoded but unreserved characters and slashes.
  package static func percentEncoded(_ bytes: some Collection<UInt8>) -> [UInt8] {
    let digits = Array("0123456789ABCDEF".utf8)
    var encoded: [UInt8] = []
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
        UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"):
        encoded.append(byte)
      default: encoded += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return encoded
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

extension FilePath {
  /// The path with the components in `bytes`, which need not be UTF-8, appended.
  package func appending(path bytes: some Collection<UInt8>) -> FilePath {
    PathName.path(PathName.allBytes(of: self) + [UInt8(ascii: "/")] + bytes)
  }

  /// The path without symbolic links, `.` and `..`; `nil` if it leads nowhere. Blocks on the disk.
  package var resolved: FilePath? {
    let real = withPlatformString { realpath($0, nil) }
    defer { free(real) }
    return real.map { FilePath(platformString: $0) }
  }

  /// True if a file or directory of this name exists, readable or not.
  package var isThere: Bool {
    do {
      _ = try stat()
      return true
    } catch {
      return error != .noSuchFileOrDirectory && error != .notDirectory
    }
  }
}
