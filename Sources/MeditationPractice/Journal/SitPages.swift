/// The pages of a journal, of which each row of the table of sits is read by itself. SQLite refuses a
/// row whose header makes no sense, and all that follows a page that makes none.
///
/// Source: SQLite, "Database File Format", 1.6 "B-tree Pages" and 2.1 "Record Format".
struct SitPages {
  /// The size of a page, which every journal has.
  static let pageSize = 4_096
  /// The first byte of a page with rows of a table; only that of the sits has such pages.
  private static let leaf: UInt8 = 0x0D
  /// The most bytes of a row that are all in its page, and the fewest of one that continues in others.
  private static let (mostLocal, leastLocal) = (pageSize - 35, (pageSize - 12) * 32 / 255 - 23)

  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The rows, those first that are whole. Later ones may have the ids of earlier ones.
  func rows() -> [SalvagedRow] {
    var whole: [SalvagedRow] = []
    var doubtful: [SalvagedRow] = []
    // The first page says where the tables are.
    for page in stride(from: Self.pageSize, to: bytes.count, by: Self.pageSize) {
      let count = number(at: page + 3)
      let isLeaf = bytes[page] == Self.leaf
      let starts = isLeaf ? (0..<count).compactMap { start(of: $0, in: page) } : []
      let rows = starts.compactMap(row)
      if isLeaf, rows.count == count, Set(starts).count == count {
        whole += rows
        // If the page says that it has fewer rows than it has, another pointer follows.
        guard start(of: count, in: page).flatMap(row) != nil else { continue }
      }
      // Before the content may be copies of rows that were moved, and deleted since.
      let content = isLeaf ? page + number(at: page + 5) : page
      let live = starts.filter { $0 >= content }
      let remains = remains(of: page, from: content)
      // A wrong pointer leads into a row that others find whole.
      let places = Set(remains.map(\.place))
      doubtful += live.compactMap(row)
      doubtful += live.compactMap(repaired).filter { !places.contains($0.place) } + remains
    }
    return whole + doubtful
  }

  // MARK: - Rows

  /// The row at `start`, if its length, its id and its header agree.
  private func row(at start: Int) -> SalvagedRow? {
    guard let length = varint(at: start), let id = varint(at: length.end),
      let header = RecordHeader(bytes[id.end..<pageEnd(of: start)]),
      header.length == length.value
    else { return nil }
    return salvaged(id.value, header, at: id.end)
  }

  private func salvaged(_ id: Int64, _ header: RecordHeader, at place: Int) -> SalvagedRow {
    SalvagedRow(id: id, header, at: place, payload(header.length, at: place))
  }

  /// The row at `start` that does not agree with itself, as if one byte were wrong.
  private func repaired(_ start: Int) -> SalvagedRow? {
    guard row(at: start) == nil else { return nil }
    let end = pageEnd(of: start)
    var rows: [SalvagedRow] = []
    // It may be one of the length or of the id; the header is behind them.
    for place in start + 2..<min(start + 12, end) {
      guard let header = RecordHeader(bytes[place..<end]) else { continue }
      let id = start + Self.byteCount(ofVarint: header.length)
      guard id < place, place <= id + 9 else { continue }
      rows.append(salvaged(Self.value(ofVarint: bytes[id..<place]), header, at: place))
    }
    // It may be one of the header, which with the right one agrees with the length.
    if let length = varint(at: start), let id = varint(at: length.end), id.end < end {
      let row = { (header: RecordHeader?) -> SalvagedRow? in
        guard let header, header.length == length.value else { return nil }
        return salvaged(id.value, header, at: id.end)
      }
      let record = bytes[id.end..<end]
      rows += Self.variants(of: record, by: (0..<8).map { 1 << $0 }).compactMap(row)
      // A column may have been written with a value of another type.
      if rows.isEmpty { rows += [row(RecordHeader(record, ofAnyTypes: true))].compactMap(\.self) }
      if rows.isEmpty { rows = Self.variants(of: record, by: 1...255).compactMap(row) }
    }
    return rows.max { SitColumns.plausibility(of: $0) < SitColumns.plausibility(of: $1) }
  }

  /// The headers of a record with one byte that differs by one of `masks`.
  private static func variants(
    of record: ArraySlice<UInt8>, by masks: some Sequence<UInt8>
  ) -> [RecordHeader] {
    var copy = Array(record)
    var headers: [RecordHeader] = []
    for place in copy.indices.prefix(RecordHeader.mostBytes) {
      let old = copy[place]
      for mask in masks {
        copy[place] = old ^ mask
        if let header = RecordHeader(copy[...]) { headers.append(header) }
      }
      copy[place] = old
    }
    return headers
  }

  /// The rows in the bytes of a page, wherever it says that they are.
  private func remains(of page: Int, from first: Int) -> [SalvagedRow] {
    let end = pageEnd(of: page)
    guard first < end else { return [] }
    return (first..<end).compactMap { place in
      guard RecordHeader(bytes[place..<end]) != nil else { return nil }
      // The length and the id end where the header begins.
      let start = (max(first, place - 12)..<max(first, place)).first { start in
        varint(at: start).flatMap { varint(at: $0.end) }?.end == place && row(at: start) != nil
      }
      return start.flatMap(row)
    }
  }

  // MARK: - Bytes

  private func number(at place: Int) -> Int {
    place + 1 < bytes.count ? Int(bytes[place]) << 8 | Int(bytes[place + 1]) : 0
  }

  private func pageEnd(of place: Int) -> Int {
    min((place / Self.pageSize + 1) * Self.pageSize, bytes.count)
  }

  /// Where the row of a pointer begins; `nil` if that is not in the page.
  private func start(of pointer: Int, in page: Int) -> Int? {
    guard 8 + pointer * 2 < Self.pageSize else { return nil }
    let start = number(at: page + 8 + pointer * 2)
    return start >= 8 && page + start < pageEnd(of: page) ? page + start : nil
  }

  private func varint(at place: Int) -> (value: Int64, end: Int)? {
    let limit = min(place + 9, bytes.count)
    guard place < limit else { return nil }
    let last = bytes[place..<limit].firstIndex { $0 < 0x80 } ?? place + 8
    guard last < limit else { return nil }
    return (Self.value(ofVarint: bytes[place...last]), last + 1)
  }

  /// Of nine bytes, the last has eight bits.
  private static func value(ofVarint bytes: ArraySlice<UInt8>) -> Int64 {
    let number = bytes.prefix(8).reduce(0) { $0 << 7 | UInt64($1 & 0x7F) }
    return Int64(bitPattern: bytes.count < 9 ? number : number << 8 | UInt64(bytes.last ?? 0))
  }

  private static func byteCount(ofVarint number: Int) -> Int {
    max(1, (Int.bitWidth - number.leadingZeroBitCount + 6) / 7)
  }

  /// The bytes of a record, which continues in a chain of other pages if it is long; fewer if the chain
  /// is cut.
  private func payload(_ length: Int, at place: Int) -> [UInt8] {
    guard length > Self.mostLocal else {
      return Array(bytes[place..<min(place + length, bytes.count)])
    }
    let room = Self.pageSize - 4
    let local = Self.leastLocal + (length - Self.leastLocal) % room
    let end = place + (local <= Self.mostLocal ? local : Self.leastLocal)
    guard end + 4 <= bytes.count else { return Array(bytes[place...]) }
    var payload = Array(bytes[place..<end])
    var link = end
    while payload.count < length {
      let next = number(at: link) << 16 | number(at: link + 2)
      guard next > 1, next * Self.pageSize <= bytes.count else { break }
      link = (next - 1) * Self.pageSize
      payload += bytes[(link + 4)..<(link + 4 + min(room, length - payload.count))]
    }
    return payload
  }
}

/// The header of a row of sits: the type of each column.
private struct RecordHeader {
  private enum Kind {
    case null, integer, optionalInteger, text, optionalText
  }

  /// As `JournalTables` creates them. The id is not in the record.
  private static let kinds: [Kind] = [
    .null, .integer, .integer, .optionalInteger, .integer, .optionalText, .optionalText, .text,
    .text, .text, .optionalInteger, .integer, .integer, .integer, .integer, .optionalInteger,
    .optionalInteger, .optionalText,
  ]
  /// Texts that are long have types of several bytes.
  static let mostBytes = 60

  /// The type of each column, and where it begins in the record.
  private(set) var columns: [(type: Int, start: Int)] = []
  private(set) var length: Int

  /// The header at the beginning of `bytes`; `nil` if there is none.
  ///
  /// - Parameter ofAnyTypes: True if each column may have a value of any type.
  init?(_ bytes: ArraySlice<UInt8>, ofAnyTypes: Bool = false) {
    guard let first = bytes.first, (Self.kinds.count + 1...Self.mostBytes).contains(Int(first)),
      Int(first) <= bytes.count
    else { return nil }
    length = Int(first)
    let end = bytes.startIndex + length
    var place = bytes.startIndex + 1
    for kind in Self.kinds {
      var type = 0
      var isWhole = false
      while !isWhole {
        guard place < end, type < 1 << 28 else { return nil }
        type = type << 7 | Int(bytes[place] & 0x7F)
        isWhole = bytes[place] < 0x80
        place += 1
      }
      let size = ofAnyTypes ? Self.byteCount(of: type) : Self.byteCount(of: type, as: kind)
      guard let count = size else { return nil }
      columns.append((type, length))
      length += count
    }
    guard place == end else { return nil }
  }

  /// The number of bytes of a value; `nil` if there is no such type.
  private static func byteCount(of type: Int) -> Int? {
    switch type {
    case 0: 0
    case 7: 8
    case 12...: (type - 12) / 2
    default: SalvagedRow.integerSizes[type]
    }
  }

  /// The number of bytes of a value; `nil` if the column cannot have one of this type.
  private static func byteCount(of type: Int, as kind: Kind) -> Int? {
    switch kind {
    case .null: return type == 0 ? 0 : nil
    case .optionalInteger where type == 0, .optionalText where type == 0: return 0
    case .integer, .optionalInteger: return SalvagedRow.integerSizes[type]
    case .text, .optionalText: return type >= 13 && type % 2 == 1 ? (type - 13) / 2 : nil
    }
  }
}

/// A row of the table of sits, read without SQLite.
struct SalvagedRow: ColumnReader {
  /// The number of bytes of an integer by its type; 8 is zero, and 9 is one.
  fileprivate static let integerSizes = [1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8, 8: 0, 9: 0]

  private let id: Int64
  private let header: RecordHeader
  /// Where the record begins in the file.
  fileprivate let place: Int
  private let payload: [UInt8]

  /// - Parameter id: If it is negative, its sign is the bit that is wrong.
  fileprivate init(id: Int64, _ header: RecordHeader, at place: Int, _ payload: [UInt8]) {
    (self.id, self.header, self.place, self.payload) = (id & .max, header, place, payload)
  }

  func integer(_ index: Int) -> Int64? {
    guard index > 0 else { return id }
    let (type, start) = header.columns[index]
    guard type > 0, let count = Self.integerSizes[type], start + count <= payload.count else {
      return nil
    }
    if count == 0 { return type == 9 ? 1 : 0 }
    let bytes = payload[start..<start + count]
    return bytes.dropFirst().reduce(Int64(Int8(bitPattern: bytes[start]))) { $0 << 8 | Int64($1) }
  }

  /// Reads a text; if it is cut, the part that is left.
  func text(_ index: Int) -> String? {
    let (type, start) = header.columns[index]
    guard type >= 13, start <= payload.count else { return nil }
    let end = min(start + (type - 13) / 2, payload.count)
    return String(decoding: payload[start..<end], as: UTF8.self)
  }
}
