import ArgumentParser
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

/// How a session is shown: `--format`.
enum Format: String, ExpressibleByArgument, CaseIterable {
  case text, json

  /// A view of the session of `controller`; `waveform` is as for `LineView`.
  @MainActor func view(
    of controller: SessionController, on console: Console,
    waveform: (@Sendable (_ song: Int) async -> [UInt8]?)? = nil
  ) -> any SessionView {
    switch self {
    case .text:
      let view = LineView(
        controller: controller, output: console.output, waveform: waveform)
      console.terminal?.completions = { [weak view] in view?.completions(of: $0) ?? [] }
      return view
    case .json:
      return JSONLinesView(
        controller: controller, version: Meditate.configuration.version,
        say: { console.say($0) })
    }
  }
}

extension SkippedFileRow {
  /// The row of a file that the library left out.
  init(_ file: SkippedFile) { self.init(name: file.name, reason: file.reason) }
}
