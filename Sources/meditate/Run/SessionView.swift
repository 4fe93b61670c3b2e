import CommandLanguage
import JSONLines
import MeditationCore
import SessionControl
import SongLibrary
import TerminalView

/// What shows a session: to a person, or to another program.
@MainActor protocol SessionView: AnyObject {
  /// Shows the session as it is at the beginning.
  func begin()
  /// Performs a line; returns whether it asks the program to end.
  func take(_ line: String) -> Bool
  /// Performs what a single key means.
  func take(key command: Command)
  /// Tells of a refusal where no line was taken: a script's.
  func tell(_ refusal: Refusal)
  /// Says the last word.
  func end(code: Int32)
}

extension JSONLinesView: SessionView {
  /// Programs press no keys.
  func take(key command: Command) {}
}

extension LineView: SessionView {
  /// The script's own report tells of it.
  func tell(_ refusal: Refusal) {}
  func end(code: Int32) { end() }
}

extension SkippedFileRow {
  /// The row of a file that the library left out.
  init(_ file: SkippedFile) { self.init(name: file.name, reason: file.reason) }
}
