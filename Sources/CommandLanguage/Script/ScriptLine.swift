/// One line of a script that contains a statement.
public struct ScriptLine: Equatable, Sendable {
  /// The line number, from 1.
  public let number: Int
  /// The line as written, without its line break.
  public let text: String
  /// The parsed statement.
  public let statement: ScriptStatement

  public init(number: Int, text: String, statement: ScriptStatement) {
    self.number = number
    self.text = text
    self.statement = statement
  }
}
