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
