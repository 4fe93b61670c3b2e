import MeditationLanguage

/// What a command such as `journal` or `plan` shows: rows under a heading, and sentences below them.
package protocol Listing {
  var heading: String { get }
  var rows: [Row] { get }
  /// What to know about the rows, and what to type.
  var notes: [Row] { get }
  /// True if a row that is too wide is wrapped, because each of its values counts. Others are
  /// shortened.
  var wrapsRows: Bool { get }
}

extension Listing {
  package var wrapsRows: Bool { false }
}

extension Row {
  /// Creates a row of the help: a command's syntax and summary.
  package init(help spec: CommandSpec) { self.init(spec.term, spec.summary) }
}
