/// Why a database file cannot be used.
package enum DatabaseProblem: Error, Equatable {
  /// The file is foreign or damaged; the value is a phrase that says which.
  case unusable(String)
  /// The file may be intact but cannot be accessed now; the value is a clause that says why.
  case unreachable(String)
}
