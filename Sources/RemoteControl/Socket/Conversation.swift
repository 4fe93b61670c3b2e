/// What one connection hears and asks of a session.
@MainActor public protocol Conversation: AnyObject {
  /// Writes the first lines, because the client waits for them: it has sent no line yet.
  func greet()
  /// Performs one line, completely or not at all, and answers it.
  func take(_ line: String)
  /// Writes the last lines: the program is about to exit with `code`.
  func end(code: Int32)
}
