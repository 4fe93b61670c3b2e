import Foundation
import GRDB
import SystemPackage

/// A SQLite file of the program's own: how it is opened, checked and set aside.
package struct DatabaseFile: Sendable {
  /// How long a lock of another program is waited for, in milliseconds.
  private static let patience = 500

  package let path: String
  private let schema: DatabaseSchema

  /// - Parameter path: Valid UTF-8; its folder has to be made before.
  package init(at path: FilePath, _ schema: DatabaseSchema) {
    self.path = path.string
    self.schema = schema
  }

  private var damagedPath: String { path + ".damaged" }
  /// Lies beside a file that was found to be damaged while it was open, when it cannot be moved:
  /// SQLite removes its log by name when it closes, and that may be another's by then.
  private var markPath: String { path + ".suspect" }

  /// Opens the file, or makes a new one. Blocks on the disk, for seconds at most.
  package func open() throws(DatabaseProblem) -> DatabasePool {
    try checkKind()
    do {
      var configuration = Configuration()
      configuration.label = schema.label
      configuration.prepareDatabase { db in
        // Here and not as `busyMode`, which readers do not have: they would wait for 10 s.
        try db.execute(sql: "PRAGMA busy_timeout = \(Self.patience)")
      }
      let pool = try DatabasePool(path: path, configuration: configuration)
      try check(pool)
      return pool
    } catch let problem as DatabaseProblem {
      throw problem
    } catch  where Self.isDamage(error) {
      throw .unusable("damaged")
    } catch {
      throw .unreachable((error as? DatabaseError)?.message ?? "it cannot be opened")
    }
  }

  /// Opens the file; one that is damaged, foreign or of another version is set aside, and a new one
  /// begun.
  package func openOrReplace() throws(DatabaseProblem) -> DatabasePool {
    do throws(DatabaseProblem) {
      return try open()
    } catch .unusable {
      try setAside()
      return try open()
    }
  }

  /// Renames the file, in place of one renamed before, with what SQLite keeps beside it.
  package func setAside() throws(DatabaseProblem) {
    try? FileManager.default.removeItem(atPath: damagedPath)
    guard rename(path, damagedPath) == 0 || errno == ENOENT else {
      throw .unreachable(Errno(rawValue: errno).description)
    }
    for name in [path + "-wal", path + "-shm", markPath] { unlink(name) }
  }

  /// Has the file set aside at the next opening.
  package func markDamaged() {
    let mark = try? FileDescriptor.open(
      FilePath(markPath), .writeOnly, options: [.create, .closeOnExec],
      permissions: .ownerReadWrite)
    try? mark?.close()
  }

  /// Whether `error` is about what is in the file, so that another try will not help.
  package static func isDamage(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return false }
    // SQLITE_ERROR: a table that is not there, or not as it should be.
    return [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR].contains(error.resultCode)
  }

  /// What is no file of bytes must not be opened: reading it might not end.
  private func checkKind() throws(DatabaseProblem) {
    if (try? FilePath(markPath).stat()) != nil { throw .unusable("damaged") }
    guard let status = try? FilePath(path).stat(followTargetSymlink: false) else { return }
    if status.type != .regular { throw .unusable("not a file") }
  }

  private func check(_ pool: DatabasePool) throws {
    let isReady = try pool.read { db in try isOurs(db) && schema.isCurrent(db) }
    if isReady { return }
    try pool.write { db in
      if try isOurs(db) { return try schema.renew(db) }
      try schema.create(db)
      try db.execute(
        sql: """
          PRAGMA application_id = \(schema.applicationID);
          PRAGMA user_version = \(schema.version);
          """)
    }
  }

  /// Whether the file has our tables; not, if it is a new one.
  private func isOurs(_ db: Database) throws -> Bool {
    let identifier = try Int.fetchOne(db, sql: "PRAGMA application_id")
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version")
    if identifier == schema.applicationID {
      guard version == schema.version else { throw DatabaseProblem.unusable("of another version") }
      return true
    }
    let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
    guard identifier == 0, version == 0, count == 0 else {
      throw DatabaseProblem.unusable("not of this program")
    }
    return false
  }
}
