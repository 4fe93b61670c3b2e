public import SessionControl

/// The output of a view. All output of a session passes through it.
///
/// Three conform: the standard streams, a terminal where lines are edited, and the transcript that
/// tests compare. A line has no line break and no control characters. No call blocks.
@MainActor public protocol LineOutput: AnyObject {
  /// The rendering, which determines the wording of lines.
  var rendering: Rendering { get }
  /// The width of a row in terminal cells; `nil` if unlimited.
  var width: Int? { get }
  /// The number of rows of output that stay visible; `nil` if unlimited.
  var height: Int? { get }
  /// Whether a person types and reads the lines.
  var isInteractive: Bool { get }
  /// Whether lines are held until the program has the terminal again.
  var isAway: Bool { get }
  /// Which keys work where lines are typed.
  var keys: KeySupport { get }
  /// Prints what the user asked for, or what the session did.
  func say(_ line: String, as style: RowStyle)
  /// Prints a diagnostic.
  func warn(_ line: String)
  /// Shows a prompt if the input is interactive. Called after each group of lines.
  func prompt()
  /// Keeps `status` visible if the rendering supports it; `nil` removes it.
  func show(_ status: SessionStatus?)
  /// Asks the question of `form` as the prompt, from the next one on; `nil` asks for commands. Called
  /// after each line.
  func show(_ form: NameForm?)
  /// Keeps the progress of reading the list visible; `nil` when it is complete.
  func show(reading: ReadingProgress?)
}

extension LineOutput {
  /// Prints a line in the plain style.
  public func say(_ line: String) { say(line, as: .plain) }
}
