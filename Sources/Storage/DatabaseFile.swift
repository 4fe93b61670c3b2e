import Foundation
import GRDB
import SystemPackage

/// A SQLite file owned by the program: opens it, checks it and replaces it when damaged.
package struct DatabaseFile: Sendable {
  package let path: String
  private let schema: DatabaseSchema

  /// - Parameter path: Valid UTF-8; its folder must exist.
  package init(at path: FilePath, _ schema: DatabaseSchema) {
    self.path = path.string
    self.schema = schema
  }

  private var damagedPath: String { path + ".damaged" }
  /// Marks a file that was found damaged while open. The file itself cannot be moved then: SQLite
  /// deletes its log by name on closing, and a log of that name may belong to a new file.
  private var markPath: String { path + ".suspect" }

  /// Opens or creates the file. Blocks on the disk, for seconds at most.
  package func open() throws(DatabaseProblem) -> DatabasePool {
    if (try? FilePath(markPath).stat()) != nil { throw .unusable(.damaged) }
    try checkKind(followingLinks: false)
    return try describingErrors {
      let pool = try DatabasePool(path: path, configuration: configuration(patience: 500))
      try check(pool)
      return pool
    }
  }

  /// Opens or creates a file whose contents cannot be made anew: one connection, and each commit is
  /// on the disk when it returns. Blocks on the disk, for seconds at most.
  ///
  /// A file of another program or of a newer version is not changed. Symbolic links are followed.
  package func openDurably() throws(DatabaseProblem) -> DatabaseQueue {
    try checkKind(followingLinks: true)
    return try describingErrors {
      if try isWritten() { try inspect() }
      var configuration = configuration(patience: 5_000)
      configuration.journalMode = .wal
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      // Here, because GRDB relaxes it for the mode. "WAL mode is always consistent with
      // synchronous=NORMAL, but WAL mode does lose durability" (SQLite, PRAGMA synchronous).
      try queue.inDatabase { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
      try check(queue)
      let verdict = try queue.read { db in
        try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
      }
      guard verdict == "ok" else { throw DatabaseProblem.unusable(.damaged) }
      return queue
    }
  }

  /// Opens the file. If it is damaged, foreign or of another version, sets it aside and creates a
  /// new one.
  package func openOrReplace() throws(DatabaseProblem) -> DatabasePool {
    do throws(DatabaseProblem) {
      return try open()
    } catch .unusable {
      try setAside()
      return try open()
    }
  }

  /// Renames the file, replacing any file set aside before, and deletes SQLite's files beside it.
  package func setAside() throws(DatabaseProblem) {
    try? FileManager.default.removeItem(atPath: damagedPath)
    guard rename(path, damagedPath) == 0 || errno == ENOENT else {
      throw .unreachable(Errno(rawValue: errno).description)
    }
    for name in [path + "-wal", path + "-shm", markPath] { unlink(name) }
  }

  /// Marks the file to be set aside when it is next opened.
  package func markDamaged() {
    let mark = try? FileDescriptor.open(
      FilePath(markPath), .writeOnly, options: [.create, .closeOnExec],
      permissions: .ownerReadWrite)
    try? mark?.close()
  }

  /// Whether `error` means that the file's contents are damaged, so that retrying is useless.
  package static func isDamage(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return false }
    // SQLITE_ERROR: a table is missing or has other columns.
    return [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR].contains(error.resultCode)
  }

  private func describingErrors<Result>(
    _ open: () throws -> Result
  ) throws(DatabaseProblem) -> Result {
    do {
      return try open()
    } catch let problem as DatabaseProblem {
      throw problem
    } catch  where Self.isDamage(error) {
      throw .unusable(.damaged)
    } catch {
      throw .unreachable(DatabaseClause.of(error, at: path))
    }
  }

  /// - Parameter patience: The timeout for another process's lock, in milliseconds.
  private func configuration(patience: Int) -> Configuration {
    var configuration = Configuration()
    configuration.label = schema.label
    configuration.prepareDatabase { db in
      // Not `busyMode`: it does not apply to readers, which would wait for 10 s.
      try db.execute(sql: "PRAGMA busy_timeout = \(patience)")
    }
    return configuration
  }

  /// Anything but a regular file must not be opened: reading it might block.
  private func checkKind(followingLinks: Bool) throws(DatabaseProblem) {
    guard let status = try? FilePath(path).stat(followTargetSymlink: followingLinks) else { return }
    if status.type != .regular { throw .unusable(.notAFile) }
  }

  private func isWritten() throws -> Bool {
    guard let status = try? FilePath(path).stat() else { return false }
    return status.size > 0
  }

  /// Checks whose file it is without writing to it, because changing the journal mode would.
  private func inspect() throws {
    var configuration = configuration(patience: 5_000)
    configuration.readonly = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    _ = try queue.read { db in try isOurs(db) }
    try queue.close()
  }

  private func check(_ database: some DatabaseWriter) throws {
    let isReady = try database.read { db in try isOurs(db) && schema.isCurrent(db) }
    if isReady { return }
    try database.write { db in
      if try isOurs(db) { return try schema.renew(db) }
      try schema.create(db)
      try db.execute(
        sql: """
          PRAGMA application_id = \(schema.applicationID);
          PRAGMA user_version = \(schema.version);
          """)
    }
  }

  /// Whether the file has this program's tables; `false` for a new file.
  private func isOurs(_ db: Database) throws -> Bool {
    let identifier = try Int.fetchOne(db, sql: "PRAGMA application_id")
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    if identifier == schema.applicationID {
      if version == schema.version { return true }
      throw DatabaseProblem.unusable(version > schema.version ? .newer : .older)
    }
    let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
    guard identifier == 0, version == 0, count == 0 else {
      throw DatabaseProblem.unusable(.foreign)
    }
    return false
  }
}
