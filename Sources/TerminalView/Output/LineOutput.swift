/// Where a view's lines go. All output of a session passes here.
///
/// Two conform: the standard streams, and the transcript that tests compare. A line carries no
/// line break and is already clean of control characters. No call blocks.
@MainActor public protocol LineOutput: AnyObject {
  /// What a row may fill, in terminal cells; `nil` where lines do not end at an edge.
  var width: Int? { get }
  /// Prints what the user asked for, or what the session did.
  func say(_ line: String)
  /// Prints what went wrong, as a diagnostic.
  func warn(_ line: String)
  /// Shows that a line can be typed, where a person types.
  func prompt()
}
