/// All lines of a script that were not understood, in order; at least one.
public struct ScriptErrors: Error, Equatable, Sendable {
  /// The lines.
  public let lines: [ScriptError]

  /// What is wrong with a script.
  public init(lines: [ScriptError]) {
    self.lines = lines
  }
}
