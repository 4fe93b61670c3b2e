public import SessionControl

/// Where a view's lines go. All output of a session passes here.
///
/// Three conform: the standard streams, a terminal where lines are edited, and the transcript that
/// tests compare. A line has no line break and no control characters. No call blocks.
@MainActor public protocol LineOutput: AnyObject {
  /// How lines are to be worded.
  var rendering: Rendering { get }
  /// What a row may fill, in terminal cells; `nil` where lines do not end at an edge.
  var width: Int? { get }
  /// How many rows of what was said stay in sight; `nil` where lines only go on.
  var height: Int? { get }
  /// Which keys work where lines are typed.
  var keys: KeySupport { get }
  /// Prints what the user asked for, or what the session did.
  func say(_ line: String, as style: RowStyle)
  /// Prints what went wrong, as a diagnostic.
  func warn(_ line: String)
  /// Shows that a line can be typed, where a person types. Ends each run of lines.
  func prompt()
  /// Keeps `status` in sight, where the rendering has a place for it; `nil` takes it away.
  func show(_ status: SessionStatus?)
  /// Keeps in sight how far the list has been read; `nil` once it is complete.
  func show(reading: ReadingProgress?)
}

extension LineOutput {
  /// Prints a line that means nothing in particular.
  public func say(_ line: String) { say(line, as: .plain) }
}
