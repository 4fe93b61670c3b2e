/// A line of a script that failed.
public struct ScriptFailure: Hashable, Sendable {
  /// The line number, from 1.
  public var line: Int
  /// The expected and the actual value.
  public var message: String
  /// The modes of the songs at that time: `1 playing, 2-4 playable, 5 hidden`.
  public var modes: String

  /// Creates a failure, to compare it with another one.
  public init(line: Int, message: String, modes: String) {
    self.line = line
    self.message = message
    self.modes = modes
  }
}

extension ScriptFailure {
  /// The failure in the format of a compiler's error, followed by the modes in brackets.
  public func text(script name: String) -> String {
    modes.isEmpty ? "\(name):\(line): \(message)" : "\(name):\(line): \(message) [\(modes)]"
  }
}
