/// A line of a script that failed.
package struct ScriptFailure: Hashable, Sendable {
  /// The line number, from 1.
  package var line: Int
  /// The expected and the actual value.
  package var message: String
  /// The modes of the songs at that time: `1 playing, 2-4 playable, 5 hidden`.
  package var modes: String

  /// Creates a failure, to compare it with another one.
  package init(line: Int, message: String, modes: String) {
    self.line = line
    self.message = message
    self.modes = modes
  }
}

extension ScriptFailure {
  /// The failure in the format of a compiler's error, followed by the modes in brackets.
  package func text(script name: String) -> String {
    modes.isEmpty ? "\(name):\(line): \(message)" : "\(name):\(line): \(message) [\(modes)]"
  }
}
