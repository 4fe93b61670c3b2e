/// A line of a script that is not valid.
public struct ScriptError: Error, Equatable, Sendable {
  /// The line's number in the file, from 1.
  public let line: Int
  /// The error, with a suggestion: one line, safe to print on a terminal.
  public let message: String

  public init(line: Int, message: String) {
    self.line = line
    self.message = message
  }
}

extension ScriptError: CustomStringConvertible {
  /// The line number and the message, such as `7: No command 'strat'. Did you mean 'start'?`
  public var description: String { "\(line): \(message)" }
}
