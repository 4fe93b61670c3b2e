/// A line of a script that was not understood.
public struct ScriptError: Error, Equatable, Sendable {
  /// The line's number in the file, from 1.
  public let line: Int
  /// What is wrong, and the nearest thing that would be right: one line, safe on a terminal.
  public let message: String

  /// A message about a line.
  public init(line: Int, message: String) {
    self.line = line
    self.message = message
  }
}

extension ScriptError: CustomStringConvertible {
  /// Line and message, such as `7: No command 'strat'. Did you mean 'start'?`
  public var description: String { "\(line): \(message)" }
}
