import Foundation
import GRDB
import SystemPackage

/// The file of a cache, as one thing to open, to doubt and to set aside.
struct CacheFile: Sendable {
  /// How long a lock of another program is waited for, in milliseconds.
  private static let patience = 500

  let path: String

  /// - Parameter folder: Has to be made before.
  init(in folder: FilePath) {
    path = folder.appending("songs.db").string
  }

  private var damagedPath: String { path + ".damaged" }
  /// Lies beside a file that was found to be damaged while it was open, when it cannot be moved:
  /// SQLite removes its log by name when it closes, and that may be another's by then.
  private var markPath: String { path + ".suspect" }

  /// Opens the file, or makes a new one.
  ///
  /// - Parameter reader: What reads the files; rows by another reader are forgotten.
  func open(reader: String) throws(CacheProblem) -> DatabasePool {
    try checkKind()
    do {
      var configuration = Configuration()
      configuration.label = "Remembered songs"
      configuration.prepareDatabase { db in
        // Here and not as `busyMode`, which readers do not have: they would wait for 10 s.
        try db.execute(sql: "PRAGMA busy_timeout = \(Self.patience)")
      }
      let pool = try DatabasePool(path: path, configuration: configuration)
      try check(pool, reader: reader)
      return pool
    } catch let problem as CacheProblem {
      throw problem
    } catch  where Self.isDamage(error) {
      throw .unusable("damaged")
    } catch {
      throw .unreachable((error as? DatabaseError)?.message ?? "it cannot be opened")
    }
  }

  /// Renames the file, in place of one renamed before, with what SQLite keeps beside it.
  func setAside() throws(CacheProblem) {
    try? FileManager.default.removeItem(atPath: damagedPath)
    guard rename(path, damagedPath) == 0 || errno == ENOENT else {
      throw .unreachable(Errno(rawValue: errno).description)
    }
    for name in [path + "-wal", path + "-shm", markPath] { unlink(name) }
  }

  /// Has the file set aside at the next opening.
  func markDamaged() {
    let mark = try? FileDescriptor.open(
      FilePath(markPath), .writeOnly, options: [.create, .closeOnExec],
      permissions: .ownerReadWrite)
    try? mark?.close()
  }

  /// Whether `error` is about what is in the file, so that another try will not help.
  static func isDamage(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return false }
    // SQLITE_ERROR: a table that is not there, or not as it should be.
    return [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_ERROR].contains(error.resultCode)
  }

  /// What is no file of bytes must not be opened: reading it might not end.
  private func checkKind() throws(CacheProblem) {
    if (try? FilePath(markPath).stat()) != nil { throw .unusable("damaged") }
    guard let status = try? FilePath(path).stat(followTargetSymlink: false) else { return }
    if status.type != .regular { throw .unusable("not a file") }
  }

  private func check(_ pool: DatabasePool, reader: String) throws {
    let isReady = try pool.read { db in
      try isOurs(db) && SongTable.reader(in: db) == reader
    }
    if isReady { return }
    try pool.write { db in
      if try isOurs(db) {
        try SongTable.restart(in: db, reader: reader)
      } else {
        try SongTable.create(in: db, reader: reader)
      }
    }
  }

  /// Whether the file has our table; not, if it is a new one.
  private func isOurs(_ db: Database) throws -> Bool {
    let identifier = try Int.fetchOne(db, sql: "PRAGMA application_id")
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version")
    if identifier == SongTable.applicationID {
      guard version == SongTable.version else { throw CacheProblem.unusable("of another version") }
      return true
    }
    let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master")
    guard identifier == 0, version == 0, count == 0 else {
      throw CacheProblem.unusable("not of this program")
    }
    return false
  }
}
