import Practice
import SessionControl

/// The journal in forms other than rows.
enum JournalReport {
  /// One object on one line, as `journal` answers with `--format json`.
  static func json(_ page: JournalPage) throws(StartProblem) -> [UInt8] {
    throw .practice("It is not built yet.")
  }
}
