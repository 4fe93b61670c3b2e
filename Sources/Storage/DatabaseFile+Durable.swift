import GRDB
import SystemPackage

extension DatabaseFile {
  /// Opens or creates a file whose contents cannot be made anew: one connection, and each commit is
  /// on the disk when it returns. Blocks on the disk, for seconds at most.
  ///
  /// A file of another program or of a newer version is not changed. Symbolic links are followed.
  ///
  /// - Parameter isVerified: Whether every page is checked, which takes 5 ms for 2 MB.
  package func openDurably(isVerified: Bool = true) throws(DatabaseProblem) -> DatabaseQueue {
    try checkKind(followingLinks: true)
    return try describingErrors {
      if try isWritten() { try inspect() }
      var configuration = configuration(patience: 5_000)
      configuration.journalMode = .wal
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      do {
        try prepareDurably(queue, isVerified: isVerified)
      } catch {
        try? queue.close()
        throw error
      }
      return queue
    }
  }

  private func prepareDurably(_ queue: DatabaseQueue, isVerified: Bool) throws {
    // Not in the configuration, because GRDB relaxes it afterwards. "WAL mode is always consistent
    // with synchronous=NORMAL, but WAL mode does lose durability" (SQLite, PRAGMA synchronous).
    try queue.inDatabase { db in try db.execute(sql: "PRAGMA synchronous = FULL") }
    try check(queue)
    guard isVerified else { return }
    let verdict = try queue.read { db in
      try String.fetchOne(db, sql: "PRAGMA quick_check(1)")
    }
    guard verdict == "ok" else { throw DatabaseProblem.unusable(.damaged) }
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
}
