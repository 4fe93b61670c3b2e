/// A line of a script that did not hold.
public struct ScriptFailure: Hashable, Sendable {
  /// The line's number, from 1.
  public var line: Int
  /// What was expected and what is.
  public var message: String
  /// What the songs were at that moment: `1 playing, 2-4 playable, 5 hidden`.
  public var modes: String
}

extension ScriptFailure {
  /// The failure as a compiler would print it, with the modes behind it in brackets.
  public func text(script name: String) -> String {
    modes.isEmpty ? "\(name):\(line): \(message)" : "\(name):\(line): \(message) [\(modes)]"
  }
}
