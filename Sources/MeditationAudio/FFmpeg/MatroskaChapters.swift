import MeditationEngine
import SystemPackage

/// The chapters of a Matroska file, each with its title in the first language that it has: ffprobe tells
/// the last one, and those of all editions.
///
/// Source: RFC 8794 (EBML), sections 4 to 6; RFC 9559 (Matroska), section 5.1.7.
struct MatroskaChapters {
  /// In bytes; more has pictures, or is damage.
  private static let longest = 1 << 20

  private(set) var marks: [Chapters.Mark] = []

  /// - Returns: `nil` if there are none, or none that can be read.
  init?(_ file: SongFile) {
    let size = file.size
    guard let head = Element(file, at: 0), let segment = Element(file, at: head.end),
      segment.id == 0x1853_8067
    else { return nil }
    var offset = segment.content
    // The elements of the segment, of which clusters are the most.
    for _ in 0..<100_000 where offset < size {
      guard let element = Element(file, at: offset), let length = element.size else { return nil }
      if element.id == 0x1043_A770 {
        guard length <= Self.longest else { return nil }
        read(file.bytes(at: element.content, count: length)[...])
        break
      }
      offset = element.end
    }
    if marks.isEmpty { return nil }
  }

  /// The chapters of the default edition, or else of the first one.
  private mutating func read(_ chapters: ArraySlice<UInt8>) {
    let editions = Element.all(in: chapters, 0x45B9)
    let usual = editions.first { Element.number(in: $0, 0x45DB) == 1 } ?? editions.first
    for chapter in Element.all(in: usual ?? [], 0xB6) {
      // Hidden, or switched off.
      guard Element.number(in: chapter, 0x98) != 1, Element.number(in: chapter, 0x4598) != 0,
        let start = Element.number(in: chapter, 0x91), start < 1 << 60
      else { continue }
      let title = Element.all(in: chapter, 0x80).first.flatMap { Element.all(in: $0, 0x85).first }
      marks.append(
        Chapters.Mark(
          at: .nanoseconds(start),
          title: title.map { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }))
    }
    marks.sort { $0.start < $1.start }
  }

  private struct Element {
    let id: Int
    /// Where its contents begin.
    let content: Int64
    /// The size of the contents; `nil` if it is not known.
    let size: Int?
    var end: Int64 { content + Int64(size ?? 0) }

    /// The element whose header is at `offset` of `file`.
    init?(_ file: SongFile, at offset: Int64) {
      self.init(file.bytes(at: offset, count: 12)[...], at: offset)
    }

    /// - Parameter bytes: They begin with the header, which is at `offset`.
    init?(_ bytes: ArraySlice<UInt8>, at offset: Int64) {
      guard let first = bytes.first, first >= 0x10 else { return nil }
      let idLength = first.leadingZeroBitCount + 1
      let rest = bytes.dropFirst(idLength)
      guard let mark = rest.first, mark > 0 else { return nil }
      let length = mark.leadingZeroBitCount + 1
      guard rest.count >= length else { return nil }
      let most = 1 << (7 * length) - 1
      let value = rest.bigNumber(0, length) & most
      id = bytes.bigNumber(0, idLength)
      content = offset + Int64(idLength + length)
      // All ones: the size is not known.
      size = value == most ? nil : value
      guard value < 1 << 48 || size == nil else { return nil }
    }

    /// The contents of the elements in `bytes` that are called `id`.
    static func all(in bytes: ArraySlice<UInt8>, _ id: Int) -> [ArraySlice<UInt8>] {
      var rest = bytes
      var found: [ArraySlice<UInt8>] = []
      while let element = Element(rest, at: 0), let size = element.size {
        let content = rest.dropFirst(Int(element.content))
        if element.id == id { found.append(content.prefix(size)) }
        rest = content.dropFirst(size)
      }
      return found
    }

    static func number(in bytes: ArraySlice<UInt8>, _ id: Int) -> Int? {
      all(in: bytes, id).first.map { $0.bigNumber(0, min($0.count, 8)) }
    }
  }
}
