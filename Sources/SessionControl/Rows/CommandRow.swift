public import CommandLanguage

/// A command's row in the help: how it is typed, and what it does.
public struct CommandRow: Row, Sendable {
  public let title: String
  public let message: String

  /// The row of the command `spec`.
  public init(_ spec: CommandSpec) {
    title = spec.term
    message = spec.summary
  }

  /// A row for what is typed without being a command, such as a key.
  public init(_ title: String, _ message: String) {
    self.title = title
    self.message = message
  }
}
