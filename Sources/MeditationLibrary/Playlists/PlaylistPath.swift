import MeditationSystem
import MeditationText
import SystemPackage

/// Resolves the locations in a playlist.
package enum PlaylistPath {
  /// The location that a line names: a path, a `file:` URL or a network stream.
  package static func location(of line: ArraySlice<UInt8>) -> PlaylistEntry.Location {
    let text = line.drop { ASCII.isBlank($0) }
    let scheme = text.prefix { byte in
      ASCII.isDigit(byte) || (0x61...0x7A).contains(ASCII.lowercased(byte))
        || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
    }
    let rest = text[scheme.endIndex...]
    let isFile = scheme.map { ASCII.lowercased($0) }.elementsEqual("file".utf8)
    if isFile && rest.starts(with: ":/".utf8) { return fileLocation(rest.dropFirst(), of: text) }
    // A single letter is a drive, not a scheme.
    let isAddress = scheme.count > 1 && rest.starts(with: "://".utf8)
    return isAddress ? .stream(Array(text)) : .file(Array(line))
  }

  /// The location of a URI reference: as in a line, but a relative path has percent escapes, too.
  static func location(ofReference text: ArraySlice<UInt8>) -> PlaylistEntry.Location {
    let location = location(of: text)
    guard case .file(let path) = location, path.elementsEqual(text) else { return location }
    return .file(percentDecoded(text))
  }

  /// Resolves `bytes` relative to `folder`. If nothing is there, tries the spellings of other
  /// systems: backslashes, percent escapes, surrounding blanks, Windows-1252, then other case and
  /// the other form of accented letters, where exactly one file of `names` matches.
  package static func resolve(
    _ bytes: [UInt8], in folder: FilePath, _ names: inout FolderNames
  ) -> FilePath {
    let path = join(folder, bytes)
    guard type(of: path) == nil, !bytes.isEmpty else { return path }
    if mayBeSpelledOtherwise(bytes) { return respelled(bytes, in: folder, path, &names) }
    return names.file(like: path) ?? path
  }

  private static func respelled(
    _ bytes: [UInt8], in folder: FilePath, _ path: FilePath, _ names: inout FolderNames
  ) -> FilePath {
    let trimmed = ArraySlice(bytes).drop { ASCII.isBlank($0) }
    let lastByte = trimmed.lastIndex { !ASCII.isBlank($0) } ?? trimmed.endIndex - 1
    let core = Array(trimmed[...lastByte])
    let slashed = core.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
    // The root of a Windows drive, which may be a folder of this system.
    let rooted = core.first == UInt8(ascii: "\\") ? Array(slashed.drop { $0 == 0x2F }) : slashed
    var tried: Set = [bytes]
    let readings = [
      core, slashed, rooted, percentDecoded(core[...]), percentDecoded(slashed[...]),
      Array(UnmarkedText.decode(slashed[...]).utf8), Array(UnmarkedText.decode(rooted[...]).utf8),
    ].filter { !$0.isEmpty && tried.insert($0).inserted }.map { join(folder, $0) }
    for other in readings {
      // A folder is no song: otherwise the missing file '\..' would be the root of the disk.
      if let type = type(of: other), type != .directory { return other }
    }
    for other in readings {
      if let file = names.file(like: other) { return file }
    }
    return path
  }

  /// True if `bytes` may be spelled as on other systems; most paths are not.
  private static func mayBeSpelledOtherwise(_ bytes: [UInt8]) -> Bool {
    guard let first = bytes.first, let last = bytes.last else { return false }
    return ASCII.isBlank(first) || ASCII.isBlank(last)
      || bytes.contains { $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "%") }
      || (bytes.contains { $0 >= 0x80 } && String(validating: bytes, as: UTF8.self) == nil)
  }

  /// - Parameter rest: `//host/path` or `/path`.
  private static func fileLocation(
    _ rest: ArraySlice<UInt8>, of text: ArraySlice<UInt8>
  ) -> PlaylistEntry.Location {
    guard rest.starts(with: "//".utf8) else { return .file(percentDecoded(rest)) }
    let address = rest.dropFirst(2)
    let host = address.prefix { $0 != UInt8(ascii: "/") }
    let isHere = host.isEmpty || host.map { ASCII.lowercased($0) } == Array("localhost".utf8)
    let path = address[host.endIndex...]
    return isHere && !path.isEmpty ? .file(percentDecoded(path)) : .stream(Array(text))
  }

  /// Decodes `%41` to `A`; leaves invalid escapes and `%00` unchanged.
  private static func percentDecoded(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var decoded: [UInt8] = []
    decoded.reserveCapacity(bytes.count)
    var rest = bytes
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        let high = ASCII.hexadecimalValue(rest[rest.startIndex]),
        let low = ASCII.hexadecimalValue(rest[rest.startIndex + 1]), high | low != 0
      {
        decoded.append(high << 4 | low)
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return decoded
  }

  static func join(_ folder: FilePath, _ bytes: [UInt8]) -> FilePath {
    let slash = UInt8(ascii: "/")
    if bytes.first == slash || folder.isEmpty { return PathName.path(bytes) }
    // "./" keeps a relative name from being taken for a comment or a URL.
    let name = bytes.starts(with: "./".utf8) ? bytes.dropFirst().drop { $0 == slash } : bytes[...]
    return PathName.path(
      PathName.allBytes(of: folder) + [slash] + (name.isEmpty ? bytes[...] : name))
  }

  /// `nil` if nothing is at `path`.
  private static func type(of path: FilePath) -> FileType? { (try? path.stat())?.type }
}
