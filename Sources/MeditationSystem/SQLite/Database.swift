/// A connection to a SQLite database, closed when it is released. Safe on any thread: one uses it,
/// the others wait. Its calls must not be nested.
package final class DatabaseConnection: Sendable {
  private struct State: Sendable {
    /// `nil` when closed.
    var handle: ConnectionHandle?
    var statements = StatementCache()
  }

  private let state: Locked<State>

  /// Opens or creates the database, and reads its schema.
  ///
  /// - Parameters:
  ///   - path: Valid UTF-8; `:memory:` is a new database in memory.
  ///   - isReadOnly: True if the file is neither created nor written.
  ///   - busyTimeout: How long each statement waits for another program's lock, in milliseconds.
  ///   - pragmas: Set before the file is read.
  package init(
    path: String, isReadOnly: Bool = false, busyTimeout: Int = 0, pragmas: SQL? = nil
  ) throws(DatabaseError) {
    let handle = try ConnectionHandle(path: path, isReadOnly: isReadOnly, busyTimeout: busyTimeout)
    let db = Database(handle)
    try db.execute("PRAGMA foreign_keys = ON")
    if let pragmas { try db.execute(pragmas) }
    // SQLite opens a file when it is first read.
    try db.execute("SELECT 1 FROM sqlite_master LIMIT 1")
    state = Locked(State(handle: handle))
  }

  /// Closes the database. Later calls throw.
  package func close() { state.withLock { $0 = State() } }

  /// Calls `body` in a read transaction: it sees one moment of the database.
  ///
  /// Statements that change rows or tables are refused. What SQLite does not count as a change of
  /// the file is not: ATTACH, DETACH, COMMIT and most pragmas.
  package func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try withoutTransaction { db in try db.inTransaction(.reading, "BEGIN DEFERRED", body) }
  }

  /// Calls `body` in a transaction, which is committed, or rolled back if anything throws.
  package func write<Result>(_ body: (Database) throws -> Result) throws -> Result {
    // Immediate, because the busy timeout does not apply to a lock that is taken after a read:
    // SQLite fails at once where two programs might wait for each other.
    try withoutTransaction { db in try db.inTransaction(.writing, "BEGIN IMMEDIATE", body) }
  }

  /// Calls `body`, whose statements are transactions of their own. Rolls back what it leaves open.
  package func withoutTransaction<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try state.withLock { state in
      guard let handle = state.handle else { throw DatabaseError.closed }
      let db = Database(handle, state.statements)
      state.statements = StatementCache()
      defer {
        db.rollBack()
        state.statements = db.statements
      }
      return try body(db)
    }
  }
}

/// A database, while a connection lends it to a closure.
package final class Database {
  fileprivate enum Transaction {
    case reading, writing
  }

  fileprivate private(set) var statements: StatementCache
  private let handle: ConnectionHandle
  /// The transaction of the connection's `read` or `write`.
  private var transaction: Transaction?

  fileprivate init(_ handle: ConnectionHandle, _ statements: StatementCache = StatementCache()) {
    self.handle = handle
    self.statements = statements
  }

  // MARK: - Statements

  /// Runs one or more statements, and ignores their rows. Only the first can have values.
  package func execute(_ sql: SQL) throws(DatabaseError) {
    var sql = sql
    repeat {
      let statement = try start(sql)
      defer { statement.reset() }
      while try statement.step() {}
      statements.keep(statement, for: sql)
      sql = SQL(text: statement.rest)
    } while !sql.text.isEmpty
  }

  /// The number of rows changed by the latest INSERT, UPDATE or DELETE.
  package var changesCount: Int { handle.changesCount }

  /// The bytes of the whole database, as this transaction sees it, in memory.
  package func serialized() throws(DatabaseError) -> [UInt8] { try handle.serialized() }

  /// Maps each row with `transform`, leaving out `nil`.
  package func select<Element>(
    _ sql: SQL, _ transform: (DatabaseRow) throws -> Element?
  ) throws -> [Element] {
    var elements: [Element] = []
    try scan(sql) { row in
      if let element = try transform(row) { elements.append(element) }
      return true
    }
    return elements
  }

  /// The result of `transform` for the first row; `nil` if there is none.
  package func selectFirst<Element>(
    _ sql: SQL, _ transform: (DatabaseRow) throws -> Element?
  ) throws -> Element? {
    var element: Element?
    try scan(sql) { row in
      element = try transform(row)
      return false
    }
    return element
  }

  package func hasRow(_ sql: SQL) throws -> Bool { try selectFirst(sql) { _ in true } ?? false }

  /// Calls `body` with each row until it returns `false`.
  package func scan(_ sql: SQL, _ body: (DatabaseRow) throws -> Bool) throws {
    let statement = try start(sql)
    defer { statement.reset() }
    let row = DatabaseRow(statement)
    while try statement.step(), try body(row) {}
    statements.keep(statement, for: sql)
  }

  /// A statement with its values; the caller puts it back when it has run, unless it failed.
  private func start(_ sql: SQL) throws(DatabaseError) -> Statement {
    if transaction != nil { try requireTransaction() }
    let statement: Statement
    if let known = statements.take(sql) {
      statement = known
    } else {
      statement = try Statement(sql.text, of: handle)
    }
    if transaction == .reading, !statement.isReadOnly { throw .readOnly }
    try statement.bind(sql.values)
    return statement
  }

  // MARK: - Transactions

  fileprivate func inTransaction<Result>(
    _ kind: Transaction, _ begin: SQL, _ body: (Database) throws -> Result
  ) throws -> Result {
    try execute(begin)
    transaction = kind
    do {
      let result = try body(self)
      try requireTransaction()
      try execute("COMMIT")
      transaction = nil
      return result
    } catch {
      rollBack()
      throw error
    }
  }

  fileprivate func rollBack() {
    transaction = nil
    // Some errors have rolled it back already: SQLite, "Response To Errors Within A Transaction".
    if !handle.isInAutocommit { try? execute("ROLLBACK") }
  }

  /// After some errors SQLite rolls back by itself. Later statements would be committed alone.
  private func requireTransaction() throws(DatabaseError) {
    if handle.isInAutocommit { throw .aborted }
  }
}

/// Compiled statements by their texts. One in use is taken out, so that none is used twice at once.
private struct StatementCache: Sendable {
  /// More than the program has; lists make texts of many lengths.
  private static let capacity = 64

  private var statements: [String: Statement] = [:]

  mutating func take(_ sql: SQL) -> Statement? { statements.removeValue(forKey: sql.text) }

  mutating func keep(_ statement: Statement, for sql: SQL) {
    if statements.count >= Self.capacity { statements = [:] }
    statements[sql.text] = statement
  }
}
