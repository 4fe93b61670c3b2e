import CMeditationSQLite
import Glibc

/// An error of SQLite, with its own code and message.
package struct DatabaseError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The extended result code, such as `SQLITE_IOERR_WRITE`.
  package let extendedCode: Int32
  /// "database disk image is malformed"
  package let message: String

  init(_ extendedCode: Int32, _ message: String) {
    self.extendedCode = extendedCode
    self.message = message
  }

  static let closed = DatabaseError(SQLITE_MISUSE, "the connection is closed")
  static let aborted = DatabaseError(SQLITE_ABORT, "the transaction was rolled back")

  /// The library was built without locks, so no connection may be passed between threads.
  static let withoutThreads = DatabaseError(
    SQLITE_MISUSE, "this SQLite was built without support for threads")

  static let outOfMemory = DatabaseError(SQLITE_NOMEM, "out of memory")

  /// A read transaction would write.
  static let readOnly = DatabaseError(SQLITE_READONLY, "attempt to write a readonly database")

  /// The result code without details. Source: SQLite, "Result and Error Codes".
  package var code: Int32 { extendedCode & 0xFF }

  /// True if it means damaged contents. `SQLITE_ERROR`: a table is missing or has other columns.
  /// The last three: a row claims an impossible size, or rows are out of order.
  var isDamage: Bool {
    [
      SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_TOOBIG, SQLITE_CONSTRAINT,
      SQLITE_MISMATCH,
    ].contains(code)
  }

  package var description: String { "SQLite error \(extendedCode): \(message)" }
}

/// Why a database file cannot be used.
package enum DatabaseProblem: Error, Equatable {
  /// The file's contents or kind do not permit its use.
  case unusable(DatabaseDefect)
  case locked
  /// The file may be intact but cannot be accessed now; the value is a clause with the reason.
  case unreachable(String)
}

/// A defect that makes a database file unusable.
package enum DatabaseDefect: Equatable, Sendable {
  /// It is not a database, or parts of it are missing or overwritten.
  case damaged
  case foreign
  case older
  case newer
  /// It is a folder, a pipe or the like.
  case notAFile
}

/// Describes an error of SQLite as a clause to show after a file's name: "the disk is full".
package enum DatabaseClause {
  /// The clause for a file that another program has locked.
  package static let locked = "another program is using it"

  /// True if another program has locked the file.
  package static func isLock(_ error: any Error) -> Bool {
    let code = (error as? DatabaseError)?.code
    return code == SQLITE_BUSY || code == SQLITE_LOCKED
  }

  /// - Parameter path: The file; used to tell apart what SQLite reports with one code.
  package static func of(_ error: any Error, at path: String) -> String {
    guard let error = error as? DatabaseError else { return "the file cannot be used" }
    if error.isDamage { return "it is damaged" }
    switch error.code {
    case SQLITE_FULL: return "the disk is full"
    case SQLITE_BUSY, SQLITE_LOCKED: return locked
    case SQLITE_NOMEM: return "there is too little memory"
    case SQLITE_READONLY, SQLITE_CANTOPEN, SQLITE_PERM, SQLITE_AUTH, SQLITE_IOERR:
      return access(at: path) ?? "the file cannot be read or written"
    default: return "the file cannot be used (\(error.message))"
    }
  }

  /// Why the file or its folder cannot be written; `nil` if nothing speaks against it.
  private static func access(at path: String) -> String? {
    let folder = folder(of: path)
    for name in [folder, path] where Glibc.access(name, R_OK | W_OK) != 0 {
      switch errno {
      case ENOENT where name == folder: return "its folder does not exist"
      case EROFS: return "the disk is read-only"
      case EACCES, EPERM: return "you do not have permission to write it"
      case EIO: return "the disk cannot be read"
      default: continue
      }
    }
    // SQLite reports a full disk as an I/O error in places.
    var space = statvfs()
    return statvfs(folder, &space) == 0 && space.f_bavail == 0 ? "the disk is full" : nil
  }

  static func folder(of path: String) -> String {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }
}
