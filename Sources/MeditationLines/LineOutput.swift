import MeditationLanguage
import MeditationScreens

/// The output of a view. All output of a session passes through it.
///
/// Conforming are the standard streams, a terminal where lines are edited, and a client of the
/// control socket. A line has no line break and no control characters. No call blocks.
@MainActor package protocol LineOutput: AnyObject {
  /// The rendering, which determines the wording of lines.
  var rendering: Rendering { get }
  /// The width of a row in terminal cells; `nil` if unlimited.
  var width: Int? { get }
  /// The number of rows of output that stay visible; `nil` if unlimited.
  var height: Int? { get }
  /// True if a person types and reads the lines.
  var isInteractive: Bool { get }
  /// True if another program has the terminal. Lines are queued meanwhile.
  var isAway: Bool { get }
  var keys: KeySupport { get }
  /// Prints what the user asked for, or what the session did.
  func print(_ line: String, as style: RowStyle)
  /// Prints a diagnostic.
  func warn(_ line: String)
  /// Shows a prompt if the input is interactive. Called after each group of lines.
  func prompt()
  /// Redraws the prompt and the text being typed after lines that no command asked for.
  func promptAgain()
  /// Keeps `status` visible if the rendering supports it; `nil` removes it.
  func show(_ status: SessionStatus?)
  /// Keeps session time visible in large digits while there is a status, if the rendering supports
  /// it; `nil` removes it. True if there is room for it.
  @discardableResult func show(_ clock: ClockFace?) -> Bool
  /// Makes `form` ask from the next prompt on; `nil` asks for commands. Called after each line.
  func show(_ form: NameForm?)
  /// Keeps the progress of reading the list visible; `nil` when it is complete.
  func show(reading: ReadingProgress?)
}

extension LineOutput {
  package func print(_ line: String) { print(line, as: .plain) }
}

/// An output to which lines are only appended: nothing stays in sight.
extension LineOutput {
  /// Plain lines are never truncated: screen readers must read them completely.
  package var width: Int? { nil }
  package var height: Int? { nil }
  package var isAway: Bool { false }
  package var keys: KeySupport { .lines }
  package func promptAgain() { prompt() }
  package func show(_ status: SessionStatus?) {}
  package func show(_ clock: ClockFace?) -> Bool { false }
  package func show(_ form: NameForm?) {}
  package func show(reading: ReadingProgress?) {}
}

package enum Rendering: Hashable, Sendable {
  /// Labelled lines, in words instead of symbols, each printed once. For pipes, logs, braille
  /// displays, screen readers and simple terminals.
  case plain
  /// Rows with markers, and a status below them that is updated in place.
  case live
}

/// Which keys work where lines are typed.
package enum KeySupport: Sendable {
  /// The terminal gathers lines, and its own keys alone work.
  case lines
  /// Lines are edited, with history and completion.
  case editing
  /// Lines are edited, and while listening some keys act at once.
  case immediate
}
