/// A file that was left out of the list. Both texts are clean.
public struct SkippedFileRow: Row, Equatable, Sendable {
  /// The file's name, as the user would write it.
  public let title: String
  /// A clause that says why: "the file is empty".
  public let message: String
  public var style: RowStyle { .muted }

  /// The file `name`, left out for `reason`.
  public init(name: String, reason: String) {
    title = name
    message = reason
  }
}
