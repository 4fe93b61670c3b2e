public import CommandLanguage

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
