import MeditationSystem
import SystemPackage

/// The journal in a SQLite file, shared by processes. It is opened when first needed, and created
/// with the first sit.
///
/// It has one connection, used by one thread at a time: a call may wait for another. Opening blocks
/// on the disk, for seconds at most. A failure is retried by the next call.
///
/// A damaged file is replaced by its backup with what can be read of newer sits, and is kept under
/// a new name. File and folder are made accessible to this user alone. A read-only file can still
/// be read. Calls throw if no journal can be used: the file is of a newer version or another
/// program, cannot be opened, or is damaged and cannot be replaced.
package final class JournalFile: JournalStore {
  package static let name = "journal.sqlite"

  private let folder: FilePath?
  /// In milliseconds.
  private let busyTimeout: Int
  /// `nil` before the first call that needs it.
  private let connection = Locked<JournalConnection?>(nil)
  private let locks: RunningLocks

  /// - Parameters:
  ///   - folder: The folder of the file, created with it. With `nil`, for a user without a home
  ///     directory, every call throws.
  ///   - busyTimeout: How long each call waits for another program's lock. Then it throws "another
  ///     program is using it", and can be retried.
  package init(in folder: FilePath?, busyTimeout: Duration = .milliseconds(250)) {
    self.folder = folder
    // Without a folder nothing is written or locked.
    locks = RunningLocks(at: (folder ?? FilePath()).appending(Self.name + ".running"))
    self.busyTimeout = Int(clamping: busyTimeout.attoseconds / 1_000_000_000_000_000)
  }

  func open() throws(JournalProblem) { try perform { _ in } }

  /// Closes the file. A later call opens it again.
  package func close() {
    _ = connection.withLock { $0?.close() }
    locks.releaseAll()
  }

  package func backUp() { connection.withLock { $0?.backUp() } }

  package func takeNotice() -> String? {
    connection.withLock { connection in
      defer { connection?.notice = nil }
      return connection?.notice
    }
  }

  /// True if there is a journal, or a damaged one from which it can be restored.
  private var exists: Bool {
    // Opening it then fails with the reason.
    guard let folder else { return true }
    do throws(Errno) {
      _ = try folder.appending(Self.name).stat()
      return true
    } catch .noSuchFileOrDirectory {
      return JournalRepair.cutShort(in: folder) != nil
    } catch {
      return true
    }
  }

  package func save(_ sit: Sit, songs: [SitSong]?) throws(JournalProblem) {
    try write(isPassing: sit.end == nil) { db in
      try SitTable.save(sit, in: db)
      guard let songs else { return }
      if !songs.isEmpty { try SitSongTable.prune(before: sit, in: db) }
      try SitSongTable.save(songs, of: sit.id, in: db)
    }
    locks.set(sit.id, goesOn: sit.end == nil)
  }

  package func sits(
    since first: CivilDate?, limit: Int?, listening: Bool
  ) throws(JournalProblem) -> [Sit] {
    try read(else: []) { db in
      try SitTable.find(since: first, limit: limit, listening: listening, in: db)
    }
  }

  package func count(listening: Bool) throws(JournalProblem) -> Int {
    try read(else: 0) { db in try SitTable.count(listening: listening, in: db) }
  }

  package func lengths() throws(JournalProblem) -> [SatTime] {
    try read(else: []) { db in try SitTable.lengths(labelled: false, in: db) }
  }

  package func labelledLengths() throws(JournalProblem) -> [SatTime] {
    try read(else: []) { db in try SitTable.lengths(labelled: true, in: db) }
  }

  package func lastSits() throws(JournalProblem) -> [SetName: Moment] {
    try read(else: [:], SitTable.lastSits)
  }

  package func renameSet(_ old: SetName, to new: SetName) throws(JournalProblem) {
    guard exists else { return }
    try write { db in
      // SQLite folds only ASCII, so the spellings of the name are looked up first.
      let names = try db.select("SELECT DISTINCT named FROM sit WHERE named IS NOT NULL") {
        $0.text(0)
      }
      for name in names where (try? SetName(name)) == old {
        try db.execute("UPDATE sit SET named = \(new.text) WHERE named = \(name)")
      }
    }
  }

  package func songs(of sit: Sit.ID) throws(JournalProblem) -> [SitSong] {
    try read(else: []) { db in try SitSongTable.find(of: sit, in: db) }
  }

  package func remark(_ remark: SitRemark, on sit: Sit.ID) throws(JournalProblem) {
    try write { db in
      guard try SitTable.exists(sit, in: db) else { throw JournalProblem.noSuchSit }
      switch remark {
      case .note(let text):
        try db.execute("UPDATE sit SET note = \(text) WHERE id = \(sit.rawValue)")
        try ReplicaTables.note("note", of: sit, at: WallClock.system.now(), in: db)
      case .label(let text):
        try SitTable.save(label: text, of: sit, in: db)
        try ReplicaTables.note("label", of: sit, at: WallClock.system.now(), in: db)
      }
    }
  }

  package func enter(_ sit: Sit, isNew: Bool, now: Moment) throws(JournalProblem) -> Sit? {
    try write { db in
      guard try isNew || SitTable.exists(sit.id, in: db) else { throw JournalProblem.noSuchSit }
      if let other = try SitTable.overlapping(sit, now: now, in: db) { return other }
      if isNew {
        try SitTable.save(sit, in: db)
        try ReplicaTables.note([sit.id], areDeleted: false, in: db)
      } else {
        try db.execute(
          """
          UPDATE sit SET began = \(sit.began.milliseconds), zone = \(sit.began.offset),
            sat = \(sit.sat) WHERE id = \(sit.id.rawValue)
          """)
        try ReplicaTables.note("times", of: sit.id, at: now, in: db)
      }
      return nil
    }
  }

  package func delete(_ sits: [Sit.ID]) throws(JournalProblem) {
    try write { db in
      for sit in sits {
        try db.execute("DELETE FROM sit WHERE id = \(sit.rawValue)")
      }
      try ReplicaTables.note(sits, areDeleted: true, in: db)
    }
  }

  package func restore(_ sits: [(sit: Sit, songs: [SitSong])]) throws(JournalProblem) {
    try write { db in
      for (sit, songs) in sits {
        try SitTable.save(sit, in: db)
        try SitSongTable.save(songs, of: sit.id, in: db)
        for column in ["note", "label"] + (sit.marks.contains(.added) ? ["times"] : []) {
          try ReplicaTables.note(column, of: sit.id, at: WallClock.system.now(), in: db)
        }
      }
      try ReplicaTables.note(sits.map(\.sit.id), areDeleted: false, in: db)
    }
  }

  /// Merges another journal into this one, except for running sits; a trial changes nothing.
  package func merge(
    _ other: JournalReplica, isTrial: Bool
  ) throws(JournalProblem) -> JournalMerge {
    if isTrial {
      return try read(else: JournalMerge(added: other.records.count)) { db in
        try ReplicaTables.merge(other, isTrial: true, in: db)
      }
    }
    return try write { db in try ReplicaTables.merge(other, isTrial: false, in: db) }
  }

  package func closeInterrupted() throws(JournalProblem) {
    // First without the write lock: most starts find nothing.
    guard try !read(else: [], { db in try RunningSits.abandoned(locks, in: db) }).isEmpty else {
      return
    }
    try write { db in
      try RunningSits.interrupt(try RunningSits.abandoned(locks, in: db), in: db)
    }
  }

  package func claim(_ sit: Sit.ID) throws(JournalProblem) -> Bool {
    let isOurs = try write { db in try RunningSits.claim(sit, in: db) }
    if isOurs { locks.set(sit, goesOn: true) }
    return isOurs
  }

  /// Adds sits from elsewhere, unless the journal has them already.
  ///
  /// - Parameter moment: The time of the import, which ``takeBackImport(isTrial:)`` returns.
  /// - Returns: For each of `sits`, true if it was added.
  package func add(_ sits: [Sit], importedAt moment: Moment) throws(JournalProblem) -> [Bool] {
    try write { db in
      let time = max(moment.milliseconds, (try ImportedSits.latestTime(in: db) ?? 0) + 1)
      return try sits.map { sit in
        guard try !SitTable.hasSame(as: sit, in: db) else { return false }
        let isTaken = try SitTable.exists(sit.id, in: db)
        let new = isTaken ? sit.withID(.random()) : sit
        try SitTable.save(new, importedAt: time, in: db)
        try ReplicaTables.note([new.id], areDeleted: false, in: db)
        return true
      }
    }
  }

  /// Deletes the sits of the latest import with any left, except those resumed or restored since.
  ///
  /// - Parameter isTrial: True to delete nothing.
  /// - Returns: Those sits, newest first, and when they were imported, in milliseconds since 1970;
  ///   `nil` if there are none.
  package func takeBackImport(
    isTrial: Bool
  ) throws(JournalProblem) -> (sits: [Sit], importedAt: Int64)? {
    func find(in db: Database) throws -> (sits: [Sit], importedAt: Int64)? {
      guard let time = try ImportedSits.latestTime(in: db) else { return nil }
      return (try ImportedSits.find(at: time, in: db), time)
    }
    if isTrial { return try read(else: nil, find) }
    guard exists else { return nil }
    return try write { db in
      guard let found = try find(in: db) else { return nil }
      try ImportedSits.delete(at: found.importedAt, in: db)
      try ReplicaTables.note(found.sits.map(\.id), areDeleted: true, in: db)
      return found
    }
  }

  /// Reads from the journal; `nothing` if there is none.
  private func read<Result>(
    else nothing: Result, _ body: (Database) throws -> Result
  ) throws(JournalProblem) -> Result {
    guard exists else { return nothing }
    return try perform { connection in try connection.read(body) }
  }

  private func write<Result>(
    isPassing: Bool = false, _ body: (Database) throws -> Result
  ) throws(JournalProblem) -> Result {
    try perform { connection in
      let result = try connection.write(body)
      connection.noteChange(isPassing: isPassing)
      return result
    }
  }

  private func perform<Result>(
    _ body: (inout JournalConnection) throws -> Result
  ) throws(JournalProblem) -> Result {
    guard let folder else { throw .noFolder }
    do {
      return try connection.withLock { connection in
        var open =
          try connection
          ?? JournalConnection(JournalLocation(in: folder), busyTimeout: busyTimeout)
        defer { connection = open }
        return try body(&open)
      }
    } catch {
      throw JournalProblem(error, at: folder.appending(Self.name).string)
    }
  }
}

// MARK: - Problems

extension JournalProblem {
  /// Describes an error of the journal's file for users.
  init(_ error: any Error, at path: String) {
    switch error {
    case let problem as JournalProblem: self = problem
    case DatabaseProblem.locked: self = .locked
    case DatabaseProblem.unreachable(let reason): self.init(reason)
    case DatabaseProblem.unusable(let defect): self.init(Self.clause(defect))
    case let failure as BoundedFile.Failure: self.init(failure.clause)
    case let error as Errno: self.init(ErrnoClause.writing(error))
    default:
      self.init(DatabaseClause.of(error, at: path), isLock: DatabaseClause.isLock(error))
    }
  }

  static let locked = JournalProblem(DatabaseClause.locked, isLock: true)
  /// It is unknown where the user's data is.
  static let noFolder = JournalProblem("neither HOME nor XDG_DATA_HOME is an absolute path")

  private static func clause(_ defect: DatabaseDefect) -> String {
    switch defect {
    case .damaged: "it is damaged"
    case .foreign: "it was written by another program"
    case .older: "it was written by an older version of meditate"
    case .newer: "it was written by a newer version of meditate"
    case .notAFile: "it is not a regular file"
    }
  }
}
