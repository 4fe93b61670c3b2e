/// Damages the bytes of a SQLite file, as disks and other programs do.
package enum DatabaseDamage: CaseIterable, Sendable {
  case flippedBit
  /// The file ends at a page's end.
  case cut
  case zeroedPage
  /// Two pages have changed places.
  case swappedPages
  /// Some bytes of a page are written over.
  case noise
  /// The header of a row says that a column is of another type.
  case changedType

  private static let pageSize = 4_096

  /// Damages bytes somewhere in these pages, of which the first is 0.
  package func apply(
    to bytes: inout [UInt8], pages: Range<Int>? = nil, using generator: inout SeededGenerator
  ) {
    let pages = pages ?? 0..<bytes.count / Self.pageSize
    let page = Int.random(in: pages, using: &generator) * Self.pageSize
    let range = page..<page + Self.pageSize
    switch self {
    case .flippedBit:
      let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &generator)
      bytes[Int.random(in: range, using: &generator)] ^= bit
    case .cut: bytes.removeSubrange(max(page, Self.pageSize)...)
    case .zeroedPage: bytes.replaceSubrange(range, with: repeatElement(0, count: Self.pageSize))
    case .swappedPages:
      let other = Int.random(in: pages, using: &generator) * Self.pageSize
      let (one, two) = (bytes[range], bytes[other..<other + Self.pageSize])
      bytes.replaceSubrange(range, with: two)
      bytes.replaceSubrange(other..<other + Self.pageSize, with: one)
    case .noise:
      let start = Int.random(in: range, using: &generator)
      for place in start..<min(start + 40, range.upperBound) {
        bytes[place] = .random(in: 0...255, using: &generator)
      }
    case .changedType: changeType(in: &bytes, page: page, using: &generator)
    }
  }

  /// Source: SQLite, "Database File Format", 1.6 and 2.1: a leaf's cells, and the header of a record.
  private func changeType(
    in bytes: inout [UInt8], page: Int, using generator: inout SeededGenerator
  ) {
    let header = page == 0 ? 100 : page
    let isTable = bytes[header] == 0x0D
    let count = number(bytes, at: header + 3)
    guard isTable || bytes[header] == 0x0A, count > 0 else { return }
    let pointer = header + 8 + Int.random(in: 0..<count, using: &generator) * 2
    guard pointer + 1 < bytes.count else { return }
    var place = page + number(bytes, at: pointer)
    skipVarint(bytes, &place)
    if isTable { skipVarint(bytes, &place) }
    guard place < bytes.count else { return }
    let length = Int(bytes[place])
    guard length > 1, length < 0x80, place + length < bytes.count else { return }
    let column = Int.random(in: 1..<length, using: &generator)
    bytes[place + column] = .random(in: 0...0x11, using: &generator)
  }

  private func number(_ bytes: [UInt8], at place: Int) -> Int {
    Int(bytes[place]) << 8 | Int(bytes[place + 1])
  }

  private func skipVarint(_ bytes: [UInt8], _ place: inout Int) {
    for _ in 0..<9 where place < bytes.count {
      place += 1
      if bytes[place - 1] & 0x80 == 0 { return }
    }
  }
}
