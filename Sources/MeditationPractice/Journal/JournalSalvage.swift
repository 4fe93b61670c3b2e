import MeditationSystem
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
  /// A copy of the journal, which is changed.
  let path: String
  /// A journal without sits.
  let template: String

  func run() throws -> [SalvagedSit] {
    // SQLite takes back a commit that was cut short, or applies the log of older versions.
    try? open { _ in }
    try replaceFirstPage()
    try? open { _ in }
    var found: [Sit.ID: SalvagedSit] = [:]
    for row in SitPages(try Self.bytes(of: path)).rows() {
      guard let sit = SitColumns.sit(row), found[sit.id] == nil else { continue }
      found[sit.id] = SalvagedSit(sit: sit, writer: .read(row, at: 15))
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

  /// Replaces the page that says where the tables are, and states as many pages as there are. Tables
  /// begin at the same pages in each journal, because they are created in the same order and never
  /// moved.
  ///
  /// Source: SQLite, "Database File Format", 1.3: the number of pages at 28.
  private func replaceFirstPage() throws {
    let file = try FileDescriptor.open(FilePath(path), .readWrite, options: [.closeOnExec])
    try file.closeAfter {
      let size = Int(try file.seek(offset: 0, from: .end))
      guard size > SitPages.pageSize else { return }
      var page = try Self.bytes(of: template).prefix(SitPages.pageSize)
      let count = UInt32(clamping: (size + SitPages.pageSize - 1) / SitPages.pageSize)
      withUnsafeBytes(of: count.bigEndian) { page.replaceSubrange(28..<32, with: $0) }
      _ = try file.writeAll(toAbsoluteOffset: 0, page)
    }
  }

  private static func bytes(of path: String) throws -> [UInt8] {
    try BoundedFile(at: FilePath(path), limit: 1 << 30).bytes
  }

  private func open(_ body: (Database) throws -> Void) throws {
    // Then SQLite reads a file that is cut, and tables beside others that make no sense.
    let connection = try DatabaseConnection(path: path, pragmas: "PRAGMA writable_schema = ON")
    defer { connection.close() }
    // Without a transaction, which an error of a damaged page would end.
    try connection.withoutTransaction(body)
  }
}
