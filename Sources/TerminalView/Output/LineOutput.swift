public import SessionControl

/// The output of a view. All output of a session passes through it.
///
/// Three types conform: the standard streams, a live terminal, and the transcript that tests
/// compare. Lines have no line break and no control characters. No method blocks.
@MainActor public protocol LineOutput: AnyObject {
  /// The rendering, which determines the wording of lines.
  var rendering: Rendering { get }
  /// The width of a row in terminal cells; `nil` if unlimited.
  var width: Int? { get }
  /// The number of rows of output that stay visible; `nil` if unlimited.
  var height: Int? { get }
  /// Prints a reply or an event of the session.
  func say(_ line: String, as style: RowStyle)
  /// Prints a diagnostic.
  func warn(_ line: String)
  /// Shows a prompt if the input is interactive. Called after each group of lines.
  func prompt()
  /// Keeps `status` visible if the rendering supports it; `nil` removes it.
  func show(_ status: SessionStatus?)
  /// Keeps the progress of reading the list visible; `nil` when it is complete.
  func show(reading: ReadingProgress?)
}

extension LineOutput {
  /// Prints a line in the plain style.
  public func say(_ line: String) { say(line, as: .plain) }
}
