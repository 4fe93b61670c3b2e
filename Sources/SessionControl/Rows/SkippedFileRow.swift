/// A file that was left out of the list. Both texts are safe to print.
public struct SkippedFileRow: Row, Equatable, Sendable {
  /// The file's name as the user would write it.
  public let title: String
  /// The reason, a clause: "the file is empty".
  public let message: String
  public var style: RowStyle { .muted }

  /// Creates the row of the file `name`.
  public init(name: String, reason: String) {
    title = name
    message = reason
  }
}
