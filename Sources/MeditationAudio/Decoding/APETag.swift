import SystemPackage

/// The tag APEv2 of Monkey's Audio, at either end of a file. ReplayGain programs write it into MP3.
enum APETag {
  private static let magic = Array("APETAGEX".utf8)
  private static let headerSize = 32
  private static let id3v1Size = 128
  /// Larger tags have pictures after their texts.
  private static let largest = 256 * 1024
  /// The names of items, mapped to those of a Vorbis comment.
  private static let names = ["YEAR": "DATE", "TRACK": "TRACKNUMBER", "DISC": "DISCNUMBER"]

  /// The text items of `file`: each name, in upper case, and its values; `nil` without such a tag.
  static func items(of file: SongFile) -> [(name: String, values: [String])]? {
    let tail = file.bytes(
      at: max(0, file.size - Int64(headerSize + id3v1Size)), count: headerSize + id3v1Size)
    // At the very end, or before ID3v1, which is always last.
    for end in [tail.count, tail.count - id3v1Size] where end >= headerSize {
      guard let tag = Edge(tail[(end - headerSize)..<end], isFooter: true) else { continue }
      let start = file.size - Int64(tail.count - end) - Int64(tag.size)
      guard start >= 0 else { return nil }
      return items(of: tag, in: file, at: start)
    }
    let head = file.bytes(at: 0, count: headerSize)
    guard let tag = Edge(head[...], isFooter: false) else { return nil }
    return items(of: tag, in: file, at: Int64(headerSize))
  }

  /// The header or the footer of a tag.
  struct Edge {
    /// The size of the items and the footer in bytes.
    let size: Int
    let count: Int
    let hasHeader: Bool

    /// - Returns: `nil` if `bytes` are not the requested edge.
    init?(_ bytes: ArraySlice<UInt8>, isFooter: Bool) {
      guard bytes.count == headerSize, bytes.starts(with: magic),
        [1_000, 2_000].contains(bytes.littleNumber(8, 4))
      else { return nil }
      let flags = bytes.littleNumber(20, 4)
      (size, count) = (bytes.littleNumber(12, 4), min(bytes.littleNumber(16, 4), 1_000))
      hasHeader = flags >> 31 & 1 == 1
      guard (headerSize..<1 << 28).contains(size), (flags >> 29 & 1 == 0) == isFooter else {
        return nil
      }
    }
  }

  /// True if the last 128 bytes of `file` look like ID3v1 ("TAG") only because the header of an APE
  /// tag, "APETAGEX", begins three bytes before them.
  static func passesForID3v1(_ file: SongFile, endingAt end: Int64) -> Bool {
    let start = end - Int64(id3v1Size) - 3
    guard start >= 0 else { return false }
    let bytes = file.bytes(at: start, count: headerSize)[...]
    return Edge(bytes, isFooter: false) != nil || Edge(bytes, isFooter: true) != nil
  }

  private static func items(
    of tag: Edge, in file: SongFile, at start: Int64
  ) -> [(name: String, values: [String])] {
    var items: [(name: String, values: [String])] = []
    var rest = file.bytes(at: start, count: min(tag.size - headerSize, largest))[...]
    for _ in 0..<tag.count where rest.count > 8 {
      let (size, flags) = (rest.littleNumber(0, 4), rest.littleNumber(4, 4))
      rest = rest.dropFirst(8)
      let name = rest.prefix { $0 != 0 }
      rest = rest.dropFirst(name.count + 1)
      guard size <= rest.count else { break }
      let value = rest.prefix(size)
      rest = rest.dropFirst(size)
      // Bits 1 and 2: 0 is text in UTF-8.
      guard flags & 6 == 0, size < 2_000, name.count < 256 else { continue }
      let key = String(decoding: name, as: UTF8.self).uppercased()
      let values = String(decoding: value, as: UTF8.self).split(separator: "\0").map(String.init)
      if !values.isEmpty { items.append((names[key] ?? key, values)) }
    }
    return items
  }
}

/// The chunk of a WAV or AIFF file with an ID3 tag.
enum TagChunk {
  /// More chunks than any program writes.
  private static let mostChunks = 64
  private static let largest = 256 * 1024

  /// The tag; `nil` if there is none. Does not move the position of `file`.
  static func id3(in file: SongFile, isBigEndian: Bool) -> [UInt8]? {
    var offset: Int64 = 12
    for _ in 0..<mostChunks {
      let header = file.bytes(at: offset, count: 8)
      guard header.count == 8 else { return nil }
      let size = header.number(4, 4, isBigEndian: isBigEndian)
      if ["id3 ", "ID3 "].contains(where: { header.starts(with: $0.utf8) }) {
        return file.bytes(at: offset + 8, count: min(size, largest))
      }
      offset += 8 + Int64(size + size % 2)
    }
    return nil
  }
}
