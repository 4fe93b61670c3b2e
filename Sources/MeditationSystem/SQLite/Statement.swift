import CMeditationSQLite

/// An open SQLite connection, released by the connection and its last statement.
final class ConnectionHandle: Sendable {
  private let connection: csqlite_connection

  /// Opens or creates a file; `:memory:` is a new database in memory.
  init(path: String, isReadOnly: Bool, busyTimeout: Int) throws(DatabaseError) {
    // A library without threads ignores SQLITE_OPEN_FULLMUTEX.
    guard sqlite3_threadsafe() != 0 else { throw .withoutThreads }
    let access = isReadOnly ? SQLITE_OPEN_READONLY : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE
    var pointer: OpaquePointer?
    let code = sqlite3_open_v2(
      path, &pointer, access | SQLITE_OPEN_FULLMUTEX | SQLITE_OPEN_EXRESCODE, nil)
    guard let pointer else { throw DatabaseError(code, "out of memory") }
    // From here on released, and so closed, even if this throws: "Whether or not an error occurs
    // when it is opened, resources […] should be released by passing it to sqlite3_close()"
    // (SQLite).
    connection = csqlite_connection(pointer: pointer)
    try check(code)
    try check(csqlite_refuse_quoted_texts(pointer))
    try check(sqlite3_busy_timeout(pointer, Int32(clamping: busyTimeout)))
  }

  // "If sqlite3_close_v2() is called with unfinalized prepared statements […] the database connection
  // becomes an unusable "zombie"" (SQLite); but each statement keeps this handle.
  deinit { sqlite3_close_v2(connection.pointer) }

  /// True if no transaction is open. SQLite ends one by itself after some errors, as on a full disk.
  var isInAutocommit: Bool { sqlite3_get_autocommit(connection.pointer) != 0 }

  /// The number of rows changed by the latest INSERT, UPDATE or DELETE.
  var changesCount: Int { Int(sqlite3_changes64(connection.pointer)) }

  /// The bytes of the database, as of its open transaction, as they would be on the disk.
  /// Source: SQLite, "Serialize a database".
  func serialized() throws(DatabaseError) -> [UInt8] {
    var count: sqlite3_int64 = 0
    guard let start = sqlite3_serialize(connection.pointer, "main", &count, 0) else {
      throw .outOfMemory
    }
    defer { sqlite3_free(start) }
    return Array(UnsafeBufferPointer(start: start, count: Int(count)))
  }

  /// - Throws: The connection's latest error, unless `code` means success.
  fileprivate func check(_ code: Int32) throws(DatabaseError) {
    if code != SQLITE_OK { throw error(code) }
  }

  fileprivate func error(_ code: Int32) -> DatabaseError {
    DatabaseError(code, String(cString: sqlite3_errmsg(connection.pointer)))
  }

  /// Compiles the first statement of `text`. Also returns the text after it.
  fileprivate func compile(
    _ text: String
  ) throws(DatabaseError) -> (statement: csqlite_statement, rest: String) {
    var statement: OpaquePointer?
    var text = text
    let (code, length) = text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { bytes in
        var end = bytes.baseAddress
        let code = sqlite3_prepare_v3(
          connection.pointer, bytes.baseAddress, Int32(clamping: bytes.count),
          UInt32(SQLITE_PREPARE_PERSISTENT), &statement, &end)
        return (code, bytes.baseAddress.flatMap { start in end.map { $0 - start } } ?? 0)
      }
    }
    try check(code)
    let rest = text.utf8.dropFirst(length).drop { $0 <= UInt8(ascii: " ") }
    return (csqlite_statement(pointer: statement), String(Substring(rest)))
  }
}

/// A compiled statement: bound, stepped, and reset to be used again; by one thread at a time.
final class Statement: Sendable {
  /// The text after the statement; often empty.
  let rest: String

  private let connection: ConnectionHandle
  fileprivate let statement: csqlite_statement

  init(_ text: String, of connection: ConnectionHandle) throws(DatabaseError) {
    self.connection = connection
    (statement, rest) = try connection.compile(text)
  }

  deinit { sqlite3_finalize(statement.pointer) }

  /// True if SQLite says that it makes no direct change to the file. That includes ATTACH, COMMIT
  /// and most pragmas, whatever they do (SQLite, "Determine If An SQL Statement Writes The
  /// Database").
  var isReadOnly: Bool { sqlite3_stmt_readonly(statement.pointer) != 0 }

  /// Binds a value to each parameter. SQLite copies them.
  func bind(_ values: [SQL.Value]) throws(DatabaseError) {
    precondition(
      sqlite3_bind_parameter_count(statement.pointer) == values.count,
      "values are interpolated, not written as '?'")
    for (index, value) in values.enumerated() {
      try connection.check(bind(value, at: Int32(index + 1)))
    }
  }

  private func bind(_ value: SQL.Value, at index: Int32) -> Int32 {
    switch value {
    case .null: return sqlite3_bind_null(statement.pointer, index)
    case .integer(let number): return sqlite3_bind_int64(statement.pointer, index, number)
    case .real(let number): return sqlite3_bind_double(statement.pointer, index, number)
    case .text(var text):
      return text.withUTF8 {
        csqlite_bind_text(statement.pointer, index, $0.baseAddress, UInt64($0.count))
      }
    case .blob(let bytes):
      return bytes.withUnsafeBytes {
        csqlite_bind_blob(statement.pointer, index, $0.baseAddress, UInt64($0.count))
      }
    }
  }

  /// Runs up to the next row; `false` if there is none. Blocks on the disk.
  func step() throws(DatabaseError) -> Bool {
    guard statement.pointer != nil else { return false }
    switch sqlite3_step(statement.pointer) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw connection.error(code)
    }
  }

  /// Ends the run, and clears the bindings. `sqlite3_reset` returns the result of the last step.
  func reset() {
    // Unlike the other calls, `sqlite3_clear_bindings` does not take NULL.
    guard statement.pointer != nil else { return }
    sqlite3_reset(statement.pointer)
    sqlite3_clear_bindings(statement.pointer)
  }
}

/// The current row of a statement, valid until its next step.
///
/// An integer can be read as a real. Nothing else is converted: in a damaged file, any column can
/// hold anything.
package struct DatabaseRow {
  private let statement: Statement

  init(_ statement: Statement) { self.statement = statement }

  package func isNull(_ index: Int) -> Bool { type(index) == SQLITE_NULL }

  /// `nil` if the column holds no integer.
  package func integer(_ index: Int) -> Int64? {
    type(index) == SQLITE_INTEGER ? sqlite3_column_int64(pointer, Int32(clamping: index)) : nil
  }

  /// `nil` if the column holds no number.
  package func real(_ index: Int) -> Double? {
    switch type(index) {
    case SQLITE_FLOAT, SQLITE_INTEGER: sqlite3_column_double(pointer, Int32(clamping: index))
    default: nil
    }
  }

  /// `nil` if the column holds no text, or if memory ran out. Invalid UTF-8 becomes U+FFFD.
  package func text(_ index: Int) -> String? {
    guard type(index) == SQLITE_TEXT,
      let start = sqlite3_column_text(pointer, Int32(clamping: index))
    else { return nil }
    let bytes = UnsafeBufferPointer(start: start, count: byteCount(index))
    return String(decoding: bytes, as: UTF8.self)
  }

  /// `nil` if the column holds no blob.
  package func bytes(_ index: Int) -> [UInt8]? {
    guard type(index) == SQLITE_BLOB else { return nil }
    // SQLite returns NULL for a blob of no bytes.
    guard let start = sqlite3_column_blob(pointer, Int32(clamping: index)) else { return [] }
    return [UInt8](UnsafeRawBufferPointer(start: start, count: byteCount(index)))
  }

  private var pointer: OpaquePointer? { statement.statement.pointer }

  /// One of SQLite's types, such as `SQLITE_INTEGER`; `SQLITE_NULL` where there is no row or column.
  private func type(_ index: Int) -> Int32 { sqlite3_column_type(pointer, Int32(clamping: index)) }

  private func byteCount(_ index: Int) -> Int {
    Int(sqlite3_column_bytes(pointer, Int32(clamping: index)))
  }
}
