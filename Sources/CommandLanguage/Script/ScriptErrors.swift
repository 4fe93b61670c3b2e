/// All invalid lines of a script, in order; at least one.
public struct ScriptErrors: Error, Equatable, Sendable {
  /// The errors, one for each invalid line.
  public let lines: [ScriptError]

  public init(lines: [ScriptError]) {
    self.lines = lines
  }
}
