import CMeditationSQLite
import Glibc
import SystemPackage

/// The tables of one kind of database file, and the values that identify it.
package struct DatabaseSchema: Sendable {
  /// The value of `PRAGMA application_id`.
  let applicationID: Int
  /// The value of `PRAGMA user_version`. Other versions are not read.
  let version: Int
  let create: @Sendable (Database) throws -> Void
  /// True if the tables can be used unchanged. Must not write.
  let isCurrent: @Sendable (Database) throws -> Bool
  /// Updates tables that are not current.
  let renew: @Sendable (Database) throws -> Void

  package init(
    applicationID: Int, version: Int,
    create: @escaping @Sendable (Database) throws -> Void,
    isCurrent: @escaping @Sendable (Database) throws -> Bool = { _ in true },
    renew: @escaping @Sendable (Database) throws -> Void = { _ in }
  ) {
    self.applicationID = applicationID
    self.version = version
    self.create = create
    self.isCurrent = isCurrent
    self.renew = renew
  }
}

/// A SQLite file owned by the program: opens it, checks it, and replaces it when damaged.
///
/// It has a rollback journal, which exists only during a write. A write-ahead log would share
/// memory among all programs that have the file open, and one that truncates the file behind that
/// memory ends the others with SIGBUS.
package struct DatabaseFile: Sendable {
  /// How much is checked before a file is used.
  package enum Check: Sendable {
    /// The file's kind, and that its tables exist.
    case identity
    /// Every page; 5 ms for 2 MB.
    case pages
    /// Every page, that tables are as in a new file, indexes match, and the file can be written.
    case everything
  }

  package let path: String
  private let schema: DatabaseSchema

  /// - Parameter path: Valid UTF-8; its folder must exist.
  package init(at path: FilePath, _ schema: DatabaseSchema) {
    self.path = path.string
    self.schema = schema
  }

  private var damagedPath: String { path + ".damaged" }
  /// Marks a file that was found damaged while open, which other programs may still use.
  private var markPath: String { path + ".suspect" }

  /// Opens or creates a file that can be regenerated: a power cut may damage it. Blocks on the
  /// disk, for a second at most.
  package func open() throws(DatabaseProblem) -> DatabaseConnection {
    if (try? FilePath(markPath).stat()) != nil { throw .unusable(.damaged) }
    try checkKind(followingLinks: false)
    // An empty file becomes a database.
    try? makePrivate()
    return try connect(.identity, synchronous: "OFF", busyTimeout: 500)
  }

  /// Opens the file; sets aside one that is damaged, foreign, inaccessible or of another version.
  package func openOrReplace() throws(DatabaseProblem) -> DatabaseConnection {
    do throws(DatabaseProblem) {
      return try open()
    } catch {
      switch error {
      case .locked: throw error
      case .unreachable where access(path, R_OK | W_OK) == 0: throw error
      case .unreachable, .unusable: break
      }
      try setAside()
      return try open()
    }
  }

  /// Opens or creates a file that cannot be regenerated: each commit is on the disk when it
  /// returns. Blocks on the disk, for seconds at most.
  ///
  /// Leaves files of other programs or newer versions unchanged. Follows symbolic links.
  ///
  /// - Parameter busyTimeout: How long each call waits for another program's lock, in milliseconds.
  package func openDurably(
    _ check: Check, busyTimeout: Int
  ) throws(DatabaseProblem) -> DatabaseConnection {
    try checkKind(followingLinks: true)
    // "EXTRA provides additional durability if the commit is followed closely by a power loss"
    // (SQLite, PRAGMA synchronous): the deletion of the rollback journal is on the disk, too.
    return try connect(check, synchronous: "EXTRA", busyTimeout: busyTimeout)
  }

  /// Opens the file read-only; it must exist. Its pages are not checked.
  package func openToRead() throws(DatabaseProblem) -> DatabaseConnection {
    try checkKind(followingLinks: true)
    return try reporting {
      let connection = try DatabaseConnection(path: path, isReadOnly: true)
      guard try connection.read(isOurs) else { throw DatabaseProblem.unusable(.damaged) }
      return connection
    }
  }

  /// Creates the file if it is missing, and removes other users' access to it and its folder,
  /// whatever the umask. Follows a symbolic link, even to a missing file. Never opens an existing
  /// file: closing it would release the locks that SQLite holds on it in this process.
  package func makePrivate() throws {
    restrict(FilePath(path).removingLastComponent().string)
    if (try? FilePath(path).stat()) == nil {
      let file = try FileDescriptor.open(
        FilePath(path), .writeOnly, options: [.create, .closeOnExec], permissions: .ownerReadWrite)
      // The umask may remove even the user's own access.
      fchmod(file.rawValue, 0o600)
      try? file.close()
    }
    for end in ["", "-journal", "-wal", "-shm"] { restrict(path + end) }
  }

  /// Renames the file, replacing one set aside earlier, and deletes SQLite's files beside it.
  package func setAside() throws(DatabaseProblem) {
    FileTree.delete(FilePath(damagedPath))
    guard rename(path, damagedPath) == 0 || errno == ENOENT else {
      throw .unreachable(Errno(rawValue: errno).description)
    }
    for name in [path + "-journal", path + "-wal", path + "-shm", markPath] { unlink(name) }
  }

  /// Marks the file to be set aside when it is next opened.
  package func markDamaged() {
    let mark = try? FileDescriptor.open(
      FilePath(markPath), .writeOnly, options: [.create, .closeOnExec],
      permissions: .ownerReadWrite)
    try? mark?.close()
  }

  /// True if `error` means that the file's contents are damaged, so that retrying is useless.
  package func isDamage(_ error: any Error) -> Bool {
    guard let error = error as? DatabaseError else { return false }
    // Only the file's header can forbid it.
    return error.isDamage || error.extendedCode == SQLITE_READONLY && canBeWritten
  }

  /// True if `error` calls for opening the file again: it is damaged, or not accessible as before.
  package func isLoss(_ error: any Error) -> Bool {
    let codes = [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_READONLY]
    return isDamage(error) || (error as? DatabaseError).map { codes.contains($0.code) } ?? false
  }

  /// True if the file system lets this user change the file.
  package var canBeWritten: Bool {
    access(path, R_OK | W_OK) == 0 && access(DatabaseClause.folder(of: path), W_OK) == 0
  }

  private func connect(
    _ check: Check, synchronous: SQL, busyTimeout: Int
  ) throws(DatabaseProblem) -> DatabaseConnection {
    try reporting {
      let connection = try DatabaseConnection(
        path: path, busyTimeout: busyTimeout,
        pragmas: """
          PRAGMA synchronous = \(synchronous);
          PRAGMA mmap_size = 0;
          PRAGMA secure_delete = ON
          """)
      try prepare(connection)
      try verify(connection, check)
      return connection
    }
  }

  /// Turns the errors of `open` into problems of the file.
  private func reporting(
    _ open: () throws -> DatabaseConnection
  ) throws(DatabaseProblem) -> DatabaseConnection {
    do {
      return try open()
    } catch let problem as DatabaseProblem {
      throw problem
    } catch  where isDamage(error) {
      throw .unusable(.damaged)
    } catch  where DatabaseClause.isLock(error) {
      throw .locked
    } catch {
      throw .unreachable(DatabaseClause.of(error, at: path))
    }
  }

  private func prepare(_ connection: DatabaseConnection) throws {
    if try !connection.read({ db in try isOurs(db) && schema.isCurrent(db) }) {
      try connection.write { db in
        if try isOurs(db) { return try schema.renew(db) }
        try schema.create(db)
        try db.execute("PRAGMA application_id = \(literal: schema.applicationID)")
        try db.execute("PRAGMA user_version = \(literal: schema.version)")
      }
    }
    // Older versions used a write-ahead log. While one of them has the file open, it stays.
    try connection.withoutTransaction { db in
      do {
        try db.execute("PRAGMA journal_mode = DELETE")
      } catch let error as DatabaseError where error.code == SQLITE_BUSY {}
    }
  }

  private func verify(_ connection: DatabaseConnection, _ check: Check) throws {
    switch check {
    case .identity: return
    case .pages: try verify(connection, "PRAGMA quick_check(1)")
    case .everything:
      try verify(connection, "PRAGMA integrity_check(1)")
      guard try connection.read(hasOurTables) else { throw DatabaseProblem.unusable(.damaged) }
      // An empty transaction for writing becomes one for reading where the header forbids to write.
      guard canBeWritten else { return }
      try connection.write { try $0.execute("PRAGMA user_version = \(literal: schema.version)") }
    }
  }

  /// True if the tables are as a new file has them.
  private func hasOurTables(_ db: Database) throws -> Bool {
    let new = try DatabaseConnection(path: ":memory:")
    try new.write(schema.create)
    return try tables(db) == new.read(tables)
  }

  /// The SQL of each table and index, sorted.
  private func tables(_ db: Database) throws -> [String] {
    try db.select("SELECT sql FROM sqlite_master") { row in row.text(0) ?? "" }.sorted()
  }

  private func verify(_ connection: DatabaseConnection, _ sql: SQL) throws {
    let verdict = try connection.read { db in try db.selectFirst(sql) { $0.text(0) } }
    guard verdict == "ok" else { throw DatabaseProblem.unusable(.damaged) }
  }

  /// Anything but a regular file must not be opened: reading it might block.
  private func checkKind(followingLinks: Bool) throws(DatabaseProblem) {
    guard let status = try? FilePath(path).stat(followTargetSymlink: followingLinks) else { return }
    if status.type != .regular { throw .unusable(.notAFile) }
  }

  /// True if the file has this program's tables; `false` for a new file. One wrong byte in the header
  /// makes it another program's, or an older version's, with tables that are ours.
  private func isOurs(_ db: Database) throws -> Bool {
    let identifier = try number(db, "PRAGMA application_id")
    let version = try number(db, "PRAGMA user_version")
    if identifier == schema.applicationID {
      if version == schema.version { return true }
      if version > schema.version { throw DatabaseProblem.unusable(.newer) }
      throw DatabaseProblem.unusable(try hasOurTables(db) ? .damaged : .older)
    }
    let count = try number(db, "SELECT count(*) FROM sqlite_master")
    guard identifier == 0, version == 0, count == 0 else {
      throw DatabaseProblem.unusable(try hasOurTables(db) ? .damaged : .foreign)
    }
    return false
  }

  private func number(_ db: Database, _ sql: SQL) throws -> Int {
    Int(try db.selectFirst(sql) { $0.integer(0) } ?? 0)
  }

  private func restrict(_ path: String) {
    var status = Glibc.stat()
    guard stat(path, &status) == 0, status.st_mode & 0o077 != 0 else { return }
    chmod(path, status.st_mode & 0o700)
  }
}
