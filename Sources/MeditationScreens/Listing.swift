import MeditationLanguage

/// What a command such as `journal` or `plan` shows: rows under a heading, and sentences below them.
package protocol Listing {
  associatedtype Item: Row

  var heading: String { get }
  var rows: [Item] { get }
  /// What to know about the rows, and what to type.
  var notes: [NoteRow] { get }
  /// True if a row that is too wide is wrapped, because each of its values counts. Others are
  /// shortened.
  var wrapsRows: Bool { get }
}

extension Listing {
  package var wrapsRows: Bool { false }
}

/// A row that is a sentence.
package struct NoteRow: Row, Equatable, Sendable {
  package let title: String
  package let style: RowStyle

  /// Creates the row of the sentence `title`.
  package init(_ title: String, as style: RowStyle = .plain) {
    self.title = title
    self.style = style
  }
}

/// A row of the help: a command's syntax and summary.
package struct CommandRow: Row, Sendable {
  package let title: String
  package let message: String

  /// Creates the row of a command.
  package init(_ spec: CommandSpec) {
    title = spec.term
    message = spec.summary
  }

  /// Creates a row for something that is not a command, such as a key.
  package init(_ title: String, _ message: String) {
    self.title = title
    self.message = message
  }
}
