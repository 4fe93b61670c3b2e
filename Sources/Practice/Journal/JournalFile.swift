import NIOConcurrencyHelpers
import Storage
public import SystemPackage

/// The journal on disk.
public enum JournalFile {
  /// The name of the file in its folder.
  public static let name = "journal.sqlite"
  /// How long a call waits for another program's lock unless said otherwise. Then it throws "another
  /// program is using it", and can be tried again.
  public static let patience = Duration.milliseconds(250)

  /// Opens or creates `journal.sqlite` in `folder`. Blocks on the disk, for seconds at most.
  ///
  /// A damaged file is replaced by a new one with what can be read of it, and is kept under a new
  /// name. The file and its folder become accessible to this user alone. A file that cannot be
  /// written can still be read.
  ///
  /// - Parameter patience: How long each call waits for another program's lock.
  /// - Returns: The journal, and the line to print about a file that was set aside.
  /// - Throws: If no journal can be used: the file is of a newer version or of another program,
  ///   cannot be opened, or is damaged and a new one cannot be written.
  public static func open(
    in folder: FilePath, patience: Duration = JournalFile.patience
  ) throws(JournalProblem) -> (journal: any JournalStore, notice: String?) {
    let milliseconds = Int(clamping: patience.attoseconds / 1_000_000_000_000_000)
    let journal = try JournalDatabase(JournalLocation(in: folder), patience: milliseconds)
    return (journal, journal.takeNotice())
  }

  /// Whether a damaged file lies in `folder`, from which a new journal may be made.
  public static func isSetAside(in folder: FilePath) -> Bool {
    (try? folder.appending(name + ".damaged-1").stat()) != nil
  }
}

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
      try SitTable.save(sit, in: db)
      guard let songs else { return }
      if !songs.isEmpty { try SitSongTable.prune(before: sit, in: db) }
      try SitSongTable.save(songs, of: sit.id, in: db)
    }
  }

  func sits(
    since first: CivilDate?, until last: CivilDate?, limit: Int?, listening: Bool
  ) throws(JournalProblem) -> [Sit] {
    try read { db in
      try SitTable.find(since: first, until: last, limit: limit, listening: listening, in: db)
    }
  }

  func count() throws(JournalProblem) -> Int {
    try read { db in try SitTable.count(listening: false, in: db) }
  }

  func listeningCount() throws(JournalProblem) -> Int {
    try read { db in try SitTable.count(listening: true, in: db) }
  }

  func lengths() throws(JournalProblem) -> [SatTime] {
    try read { db in try SitTable.lengths(in: db) }
  }

  func lastSits() throws(JournalProblem) -> [SetName: Moment] {
    try read { db in try SitTable.lastSits(in: db) }
  }

  func renameSet(_ old: SetName, to new: SetName) throws(JournalProblem) {
    try write { db in
      // SQLite folds ASCII only, so the spellings of the name are found first.
      let names = try db.select("SELECT DISTINCT named FROM sit WHERE named IS NOT NULL") {
        $0.text(0)
      }
      for name in names where (try? SetName(name)) == old {
        try db.execute("UPDATE sit SET named = \(new.text) WHERE named = \(name)")
      }
    }
  }

  func songs(of sit: Sit.ID) throws(JournalProblem) -> [SitSong] {
    try read { db in try SitSongTable.find(of: sit, in: db) }
  }

  func setNote(_ note: String, of sit: Sit.ID) throws(JournalProblem) {
    try write { db in
      try db.execute("UPDATE sit SET note = \(note) WHERE id = \(sit.rawValue)")
      guard db.changesCount == 1 else {
        throw JournalProblem("the sit is no longer in the journal")
      }
    }
  }

  func delete(_ sits: [Sit.ID]) throws(JournalProblem) {
    try write { db in
      for sit in sits {
        try db.execute("DELETE FROM sit WHERE id = \(sit.rawValue)")
      }
    }
  }

  func restore(_ sits: [(sit: Sit, songs: [SitSong])]) throws(JournalProblem) {
    try write { db in
      for (sit, songs) in sits {
        try SitTable.save(sit, in: db)
        try SitSongTable.save(songs, of: sit.id, in: db)
      }
    }
  }

  func closeInterrupted() throws(JournalProblem) -> [Sit] {
    // First without the lock for writing: most starts find nothing.
    guard try !read({ db in try RunningSits.abandoned(in: db) }).isEmpty else { return [] }
    return try write { db in
      let ids = try RunningSits.abandoned(in: db)
      try RunningSits.interrupt(ids, in: db)
      return try SitTable.find(ids, in: db)
    }
  }

  func claim(_ sit: Sit.ID) throws(JournalProblem) -> Bool {
    try write { db in try RunningSits.claim(sit, in: db) }
  }

  func add(_ sits: [Sit], importedAt moment: Moment) throws(JournalProblem) -> [Bool] {
    try write { db in
      let time = max(moment.milliseconds, (try ImportedSits.latestTime(in: db) ?? 0) + 1)
      return try sits.map { sit in
        guard try !SitTable.hasSame(as: sit, in: db) else { return false }
        let isTaken = try SitTable.exists(sit.id, in: db)
        try SitTable.save(isTaken ? sit.withID(.random()) : sit, importedAt: time, in: db)
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

// MARK: - Problems

extension JournalProblem {
  /// The problem that an error of the journal's file is for a user.
  init(_ error: any Error, at path: String) {
    switch error {
    case let problem as JournalProblem: self = problem
    case DatabaseProblem.locked: self = .locked
    case DatabaseProblem.unreachable(let reason): self.init(reason)
    case DatabaseProblem.unusable(let defect): self.init(Self.clause(defect))
    default:
      self.init(DatabaseClause.of(error, at: path), isLock: DatabaseClause.isLock(error))
    }
  }

  static let locked = JournalProblem(DatabaseClause.locked, isLock: true)

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
