public import MeditationLanguage

/// What a command such as `journal` or `plan` shows: rows under a heading, and sentences below them.
public protocol Listing {
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
  public var wrapsRows: Bool { false }
}

/// A row that is a sentence.
public struct NoteRow: Row, Equatable, Sendable {
  public let title: String
  public let style: RowStyle

  /// Creates the row of the sentence `title`.
  public init(_ title: String, as style: RowStyle = .plain) {
    self.title = title
    self.style = style
  }
}

/// A row of the help: a command's syntax and summary.
public struct CommandRow: Row, Sendable {
  public let title: String
  public let message: String

  /// Creates the row of a command.
  public init(_ spec: CommandSpec) {
    title = spec.term
    message = spec.summary
  }

  /// Creates a row for something that is not a command, such as a key.
  public init(_ title: String, _ message: String) {
    self.title = title
    self.message = message
  }
}
