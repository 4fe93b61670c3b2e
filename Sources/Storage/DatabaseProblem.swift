/// Why a database file cannot be used.
package enum DatabaseProblem: Error, Equatable {
  /// Its contents are not ours, or not whole; a phrase says which.
  case unusable(String)
  /// It may be fine, but cannot be reached now; a clause says why.
  case unreachable(String)
}
