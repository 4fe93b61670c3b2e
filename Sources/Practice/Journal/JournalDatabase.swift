import GRDB
import NIOConcurrencyHelpers
import Storage

/// The journal in a SQLite file, shared by concurrent processes.
///
/// One connection, used by one thread at a time: a call may wait for another one.
final class JournalDatabase: JournalStore {
  private let path: String
  private let connection: NIOLockedValueBox<JournalConnection>

  /// - Parameter patience: How long each call waits for another program's lock, in milliseconds.
  init(_ location: JournalLocation, patience: Int) throws(JournalProblem) {
    path = location.path
    do {
      connection = NIOLockedValueBox(try JournalConnection(location, patience: patience))
    } catch {
      throw JournalProblem(error, at: location.path)
    }
  }

  func takeNotice() -> String? {
    connection.withLockedValue { connection in
      defer { connection.notice = nil }
      return connection.notice
    }
  }

  func save(_ sit: Sit, songs: [SitSong]?) throws(JournalProblem) {
    try write { db in
      try SitRows.save(sit, in: db)
      guard let songs else { return }
      if !songs.isEmpty { try SongRows.prune(before: sit, in: db) }
      try SongRows.save(songs, of: sit.id, in: db)
    }
  }

  func sits(
    since first: CivilDate?, until last: CivilDate?, limit: Int?, listening: Bool
  ) throws(JournalProblem) -> [Sit] {
    try read { db in
      try SitRows.find(since: first, until: last, limit: limit, listening: listening, in: db)
    }
  }

  func count() throws(JournalProblem) -> Int {
    try read { db in try SitRows.count(listening: false, in: db) }
  }

  func listeningCount() throws(JournalProblem) -> Int {
    try read { db in try SitRows.count(listening: true, in: db) }
  }

  func lengths() throws(JournalProblem) -> [SatTime] {
    try read { db in try SitRows.lengths(in: db) }
  }

  func lastSits() throws(JournalProblem) -> [SetName: Moment] {
    try read { db in try SitRows.lastSits(in: db) }
  }

  func renameSet(_ old: SetName, to new: SetName) throws(JournalProblem) {
    try write { db in
      // SQLite folds ASCII only, so the spellings of the name are found first.
      let rows = try Row.fetchAll(
        db, sql: "SELECT DISTINCT named FROM sit WHERE named IS NOT NULL")
      for name in rows.compactMap({ $0.text(0) }) where (try? SetName(name)) == old {
        try db.execute(
          sql: "UPDATE sit SET named = ? WHERE named = ?", arguments: [new.text, name])
      }
    }
  }

  func songs(of sit: Sit.ID) throws(JournalProblem) -> [SitSong] {
    try read { db in try SongRows.find(of: sit, in: db) }
  }

  func setNote(_ note: String, of sit: Sit.ID) throws(JournalProblem) {
    try write { db in
      try db.execute(
        sql: "UPDATE sit SET note = ? WHERE id = ?", arguments: [note, sit.rawValue])
      guard db.changesCount == 1 else {
        throw JournalProblem("the sit is no longer in the journal")
      }
    }
  }

  func delete(_ sits: [Sit.ID]) throws(JournalProblem) {
    try write { db in
      for sit in sits {
        try db.execute(sql: "DELETE FROM sit WHERE id = ?", arguments: [sit.rawValue])
      }
    }
  }

  func restore(_ sits: [(sit: Sit, songs: [SitSong])]) throws(JournalProblem) {
    try write { db in
      for (sit, songs) in sits {
        try SitRows.save(sit, in: db)
        try SongRows.save(songs, of: sit.id, in: db)
      }
    }
  }

  func closeInterrupted() throws(JournalProblem) -> [Sit] {
    // First without the lock for writing: most starts find nothing.
    guard try !read({ db in try RunningSits.abandoned(in: db) }).isEmpty else { return [] }
    return try write { db in
      let ids = try RunningSits.abandoned(in: db)
      try RunningSits.interrupt(ids, in: db)
      return try SitRows.find(ids, in: db)
    }
  }

  func claim(_ sit: Sit.ID) throws(JournalProblem) -> Bool {
    try write { db in try RunningSits.claim(sit, in: db) }
  }

  func add(_ sits: [Sit], importedAt moment: Moment) throws(JournalProblem) -> [Bool] {
    try write { db in
      let time = max(moment.milliseconds, (try ImportedSits.latestTime(in: db) ?? 0) + 1)
      return try sits.map { sit in
        guard try !SitRows.hasSame(as: sit, in: db) else { return false }
        let isTaken = try SitRows.exists(sit.id, in: db)
        try SitRows.save(isTaken ? sit.withID(.random()) : sit, importedAt: time, in: db)
        return true
      }
    }
  }

  func takeBackImport(
    isTrial: Bool
  ) throws(JournalProblem) -> (sits: [Sit], importedAt: Int64)? {
    func find(in db: Database) throws -> (sits: [Sit], importedAt: Int64)? {
      guard let time = try ImportedSits.latestTime(in: db) else { return nil }
      return (try ImportedSits.find(at: time, in: db), time)
    }
    if isTrial { return try read(find) }
    return try write { db in
      let found = try find(in: db)
      if let found { try ImportedSits.delete(at: found.importedAt, in: db) }
      return found
    }
  }

  private func read<Result>(
    _ body: (Database) throws -> Result
  ) throws(JournalProblem) -> Result {
    try describingErrors { connection in try connection.read(body) }
  }

  private func write<Result>(
    _ body: (Database) throws -> Result
  ) throws(JournalProblem) -> Result {
    try describingErrors { connection in try connection.write(body) }
  }

  private func describingErrors<Result>(
    _ body: (inout JournalConnection) throws -> Result
  ) throws(JournalProblem) -> Result {
    do {
      return try connection.withLockedValue(body)
    } catch {
      throw JournalProblem(error, at: path)
    }
  }
}
