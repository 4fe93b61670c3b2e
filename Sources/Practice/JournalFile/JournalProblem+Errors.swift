import Storage

extension JournalProblem {
  /// The problem that an error of the journal's file is for a user.
  init(_ error: any Error, at path: String) {
    switch error {
    case let problem as JournalProblem: self = problem
    case DatabaseProblem.locked: self = .locked
    case DatabaseProblem.unreachable(let reason): self.init(reason)
    case DatabaseProblem.unusable(let defect): self.init(Self.clause(defect))
    default:
      self.init(DatabaseClause.of(error, at: path), isLock: DatabaseClause.isLock(error))
    }
  }

  static let locked = JournalProblem(DatabaseClause.locked, isLock: true)

  private static func clause(_ defect: DatabaseDefect) -> String {
    switch defect {
    case .damaged: "it is damaged"
    case .foreign: "it was written by another program"
    case .older: "it was written by an older version of meditate"
    case .newer: "it was written by a newer version of meditate"
    case .notAFile: "it is not a regular file"
    }
  }
}
