/// One line of a script that says something.
public struct ScriptLine: Equatable, Sendable {
  /// Its number in the file, from 1.
  public let number: Int
  /// The line as written, without its end.
  public let text: String
  /// What it says.
  public let statement: ScriptStatement

  /// A line of a script.
  public init(number: Int, text: String, statement: ScriptStatement) {
    self.number = number
    self.text = text
    self.statement = statement
  }
}
