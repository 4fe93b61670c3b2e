/// What a screen shows: rows under a heading, and sentences below them.
public protocol Listing {
  associatedtype Item: Row

  var heading: String { get }
  var rows: [Item] { get }
  /// What to know about the rows, and what to type.
  var notes: [NoteRow] { get }
  /// Whether a row that is too wide is wrapped, because each of its values counts. Others are
  /// shortened.
  var wrapsRows: Bool { get }
}

extension Listing {
  public var wrapsRows: Bool { false }
}
