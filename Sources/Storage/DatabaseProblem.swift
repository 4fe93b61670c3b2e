/// Why a database file cannot be used.
package enum DatabaseProblem: Error, Equatable {
  /// The file's contents or kind do not permit its use.
  case unusable(DatabaseDefect)
  /// Another program has locked it.
  case locked
  /// The file may be intact but cannot be accessed now; the value is a clause that says why.
  case unreachable(String)
}

/// What is wrong with a database file.
package enum DatabaseDefect: Equatable, Sendable {
  /// It is not a database, or parts of it are missing or overwritten.
  case damaged
  /// Another program wrote it.
  case foreign
  /// An older version of this program wrote it.
  case older
  /// A newer version of this program wrote it.
  case newer
  /// It is a folder, a pipe or the like.
  case notAFile
}
