/// A file that was left out of the list, or a note about one. Both texts are safe to print.
public struct SkippedFileRow: Row, Equatable, Sendable {
  /// The file's name as the user would write it.
  public let title: String
  /// The reason, a clause: "the file is empty".
  public let message: String
  /// Whether it is only a note: nothing was left out.
  public let isNote: Bool
  public var style: RowStyle { .muted }

  /// Creates the row of the file `name`.
  public init(name: String, reason: String, isNote: Bool = false) {
    title = name
    message = reason
    self.isNote = isNote
  }
}
