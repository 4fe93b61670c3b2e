import FoundationEssentials
import Glibc
import Storage
import SystemPackage

/// A sit of a damaged journal.
struct SalvagedSit {
  var sit: Sit
  /// The process that wrote it, if it has not ended.
  let writer: WriterIdentity
  var songs: [SitSong] = []
}

/// Reads what can be read of a damaged journal.
struct JournalSalvage {
  /// The size of a page, which every journal has.
  private static let pageSize = 4_096
  /// The first byte of a page that has rows of a table; only that of the sits has such pages.
  private static let leaf: UInt8 = 0x0D

  private let path: String
  private let template: String

  /// - Parameters:
  ///   - path: A copy of the journal, which is changed.
  ///   - template: A journal without sits.
  init(_ path: String, template: String) {
    self.path = path
    self.template = template
  }

  func run() throws -> [SalvagedSit] {
    var found: [Sit.ID: SalvagedSit] = [:]
    _ = read(into: &found)
    let file = try FileDescriptor.open(FilePath(path), .readWrite, options: [.closeOnExec])
    try file.closeAfter {
      // Then by the tables of a new journal. They begin at the same pages in each, because they are
      // created in the same order and never moved.
      try replaceFirstPage(of: file)
      if !read(into: &found) { try readLeaves(of: file, into: &found) }
    }
    try? open { db in
      for id in found.keys {
        found[id]?.songs = (try? SitSongTable.find(of: id, in: db)) ?? []
        found[id]?.sit.marks = (try? SitTable.marks(of: id, in: db)) ?? []
        found[id]?.sit.label = (try? SitTable.label(of: id, in: db)) ?? ""
      }
    }
    return Array(found.values)
  }

  /// Replaces the page that says where the tables are, and states as many pages as there are.
  ///
  /// Source: SQLite, "Database File Format", 1.3: the number of pages at 28.
  private func replaceFirstPage(of file: FileDescriptor) throws {
    let size = Int(try file.seek(offset: 0, from: .end))
    guard size > Self.pageSize else { return }
    var page = [UInt8](try Data(contentsOf: URL(fileURLWithPath: template)).prefix(Self.pageSize))
    let count = UInt32(clamping: (size + Self.pageSize - 1) / Self.pageSize)
    withUnsafeBytes(of: count.bigEndian) { page.replaceSubrange(28..<32, with: $0) }
    _ = try file.writeAll(toAbsoluteOffset: 0, page)
  }

  /// Reads each page of rows as if it were the table, of which a part is lost: the table begins at
  /// the second page. What was deleted is not found: its bytes are overwritten.
  private func readLeaves(
    of file: FileDescriptor, into found: inout [Sit.ID: SalvagedSit]
  ) throws {
    let size = Int(try file.seek(offset: 0, from: .end))
    var page = [UInt8](repeating: 0, count: Self.pageSize)
    for place in stride(from: 2 * Self.pageSize, to: size, by: Self.pageSize) {
      let count = try page.withUnsafeMutableBytes {
        try file.read(fromAbsoluteOffset: Int64(place), into: $0)
      }
      guard count == Self.pageSize, page.first == Self.leaf else { continue }
      _ = try file.writeAll(toAbsoluteOffset: Int64(Self.pageSize), page)
      _ = read(into: &found)
    }
  }

  /// Reads the table from both ends up to the damage.
  ///
  /// - Returns: Whether it was read without an error.
  private func read(into found: inout [Sit.ID: SalvagedSit]) -> Bool {
    let isWhole = try? open { db in
      let all = 1...Int64.max
      guard let rest = try scan(all, isAscending: true, of: db, into: &found) else { return true }
      _ = try scan(rest, isAscending: false, of: db, into: &found)
      return false
    }
    return isWhole ?? false
  }

  private func open<Result>(_ body: (Database) throws -> Result) throws -> Result {
    // Then SQLite reads a file that is cut, and tables beside others that make no sense.
    let connection = try DatabaseConnection(path: path, pragmas: "PRAGMA writable_schema = ON")
    defer { connection.close() }
    // Without a transaction, which an error of a damaged page would end.
    return try connection.withoutTransaction(body)
  }

  /// Reads the sits of a range of ids up to the damage.
  ///
  /// - Returns: The ids behind it; `nil` if there are none.
  private func scan(
    _ ids: ClosedRange<Int64>, isAscending: Bool, of db: Database,
    into found: inout [Sit.ID: SalvagedSit]
  ) throws -> ClosedRange<Int64>? {
    let direction: SQL = isAscending ? "ASC" : "DESC"
    var rest = ids
    var isDone = true
    do {
      try db.scan(
        """
        SELECT \(SitTable.columns), \(WriterIdentity.columns) FROM sit
        WHERE id BETWEEN \(ids.lowerBound) AND \(ids.upperBound) ORDER BY id \(direction)
        """
      ) { row in
        // Damaged pages can lead back to each other, so that rows repeat.
        guard let id = row.integer(0), rest.contains(id) else {
          isDone = false
          return false
        }
        if let sit = SitColumns.sit(row), found[sit.id] == nil {
          found[sit.id] = SalvagedSit(sit: sit, writer: .read(row, at: 15))
        }
        let end = isAscending ? rest.upperBound : rest.lowerBound
        guard id != end else { return false }
        rest = isAscending ? id + 1...end : end...id - 1
        return true
      }
      return isDone ? nil : rest
    } catch {
      return rest
    }
  }
}
