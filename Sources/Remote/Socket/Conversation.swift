/// What one connection hears and asks of a session.
@MainActor public protocol Conversation: AnyObject {
  /// Writes the first lines, because the client waits for them: it has sent no line yet.
  func greet()
  /// Performs one line, completely or not at all, and answers it.
  ///
  /// - Parameter done: Called once, when the line is answered: before this returns, or later if the
  ///   answer waits for the disk. The next line waits for it.
  func take(_ line: String, done: @escaping () -> Void)
  /// Writes the last lines: the program is about to exit with `code`.
  func end(code: Int32)
}
