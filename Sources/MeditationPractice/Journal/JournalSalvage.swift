import MeditationSystem

struct SalvagedSit {
  var sit: Sit
  /// The process that wrote the sit, if it is running.
  let writer: WriterIdentity
  var songs: [SitSong] = []
}

/// Finds the sits in a damaged journal that SQLite can still read, and that its backup lacks.
struct JournalSalvage {
  /// A limit, for a file whose every page is damaged.
  private static let mostQueries = 2_000

  /// A copy of the journal, which is modified.
  let path: String
  /// The sits of the backup.
  let known: [Sit.ID: Sit]
  /// How long ago the backup was made.
  let age: Duration

  func run() throws -> [SalvagedSit] {
    // These settings let SQLite read a truncated file, and tables beside others that are invalid.
    // SQLite rolls back an interrupted commit.
    let connection = try? DatabaseConnection(path: path, pragmas: "PRAGMA writable_schema = ON")
    guard let connection else { return [] }
    defer { connection.close() }
    // No transaction: an error in a damaged page would end it.
    return try connection.withoutTransaction { db in
      var begins = Set(known.values.map(\.began.milliseconds))
      // A row with a damaged id duplicates a sit.
      return rows(in: db).filter { row in
        known[row.sit.id].map { isLater(row.sit, than: $0) }
          ?? begins.insert(row.sit.began.milliseconds).inserted
      }.map { row in
        var row = row
        let id = row.sit.id
        row.songs = (try? SitSongTable.find(of: id, in: db)) ?? []
        row.sit.marks = (try? SitTable.marks(of: id, in: db)) ?? []
        row.sit.stretches = (try? SitTable.stretches(of: id, in: db)) ?? []
        row.sit.label = (try? SitTable.label(of: id, in: db)) ?? ""
        return row
      }
    }
  }

  /// True if `sit` went on after the backup was made. Any other difference may be damage.
  private func isLater(_ sit: Sit, than old: Sit) -> Bool {
    guard sit.began == old.began, sit.end != nil || old.end == nil else { return false }
    let more = sit.sat - old.sat
    return more > .zero ? more <= age : more == .zero && sit.end != nil && old.end == nil
  }

  /// The rows that can be read. Around an unreadable one, reads those before it and after it, and
  /// then those around the middle of the rest.
  private func rows(in db: Database) -> [SalvagedSit] {
    var found: [Sit.ID: SalvagedSit] = [:]
    var ranges: [ClosedRange<Int64>] = [1...Int64.max]
    var count = 0
    // The widest first: the halving of an unreadable page never ends.
    while count < ranges.count, count < Self.mostQueries / 2 {
      let ids = ranges[count]
      count += 1
      guard case .stopped(let last) = read(ids, "ASC", in: db, into: &found),
        case .stopped(let first) = read(ids, "DESC", in: db, into: &found)
      else { continue }
      let lower = last.map { min($0, .max - 1) + 1 } ?? ids.lowerBound
      let upper = first.map { $0 - 1 } ?? ids.upperBound
      guard lower < upper else { continue }
      let middle = lower + (upper - lower) / 2
      ranges += [lower...middle, middle + 1...upper]
    }
    return Array(found.values)
  }

  private enum Reading {
    case whole
    /// The id of the last row that was read; `nil` if there was none.
    case stopped(Int64?)
  }

  /// Reads the rows with these ids, up to the first unreadable one.
  private func read(
    _ ids: ClosedRange<Int64>, _ order: SQL, in db: Database,
    into found: inout [Sit.ID: SalvagedSit]
  ) -> Reading {
    var last: Int64?
    var isWhole = true
    do {
      try db.scan(
        """
        SELECT \(SitTable.columns), \(WriterIdentity.columns) FROM sit
        WHERE id BETWEEN \(ids.lowerBound) AND \(ids.upperBound) ORDER BY id \(order)
        """
      ) { row in
        guard let id = row.integer(0) else { return true }
        // Damaged pages may refer back to earlier ones, without end.
        isWhole = ids.contains(id) && (last.map { order == "ASC" ? id > $0 : id < $0 } ?? true)
        guard isWhole else { return false }
        last = id
        guard let sit = SitColumns.sit(row), found[sit.id] == nil else { return true }
        found[sit.id] = SalvagedSit(sit: sit, writer: .read(row, at: 15))
        return true
      }
    } catch {
      isWhole = false
    }
    return isWhole ? .whole : .stopped(last)
  }
}
