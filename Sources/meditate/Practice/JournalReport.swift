import Practice
import SessionControl

/// The journal in forms other than rows.
enum JournalReport {
  /// One object on one line, as `journal` answers with `--format json`.
  static func json(_ page: JournalPage) throws(StartProblem) -> [UInt8] {
    throw .practice("It is not built yet.")
  }

  /// A table, which `meditate journal import` reads.
  static func csv(_ sits: [Sit]) throws(StartProblem) -> [UInt8] {
    throw .practice("It is not built yet.")
  }

  /// The year up to `last` as a calendar, in SVG.
  static func chart(
    _ totals: PracticeTotals, until last: CivilDate
  ) throws(StartProblem) -> [UInt8] {
    throw .practice("It is not built yet.")
  }

  /// The sits of a table, and the lines that are left out, which count from 1.
  static func sits(
    of bytes: [UInt8]
  ) throws(StartProblem) -> (sits: [Sit], leftOut: [(line: Int, reason: String)]) {
    throw .practice("It is not built yet.")
  }
}
