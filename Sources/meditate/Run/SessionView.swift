import ArgumentParser
import Glibc
import MeditationControl
import MeditationLanguage
import MeditationLines
import MeditationPractice
import MeditationRemote
import MeditationScreens
import MeditationTerminal

/// A view of a session, for a person or for another program.
@MainActor protocol SessionView: AnyObject {
  /// Shows the initial state of the session.
  func begin()
  /// Performs a line, and calls `done` after the reply; see ``LineView``.
  func take(_ line: String, done: @escaping (Reply?) -> Void)
  func take(key command: Command)
  /// Closes the open form; false if there is none.
  func cancelForm() -> Bool
  /// Does what Ctrl-C does before it quits; false if there is nothing to do.
  func interrupt() -> Bool
  /// Prints where the session is, if lines were left out. Call it just before the output resumes.
  func comeBack()
  func show(_ screen: Screen)
  /// Prints these events from now on.
  func announce(_ events: Announcement)
  /// Reports the refusal of a script's line.
  func print(_ refusal: CommandRefusal)
  func end(code: Int32)
}

extension Format {
  /// Creates a view of the session of `controller`; `LineView` documents `waveform`.
  @MainActor func view(
    of controller: SessionController, on console: Console, announcing: Announcement = .all,
    endsWithSession: Bool = false, isTour: Bool = false, screen: Screen = .songs,
    waveform: (@Sendable (_ song: Int) async -> [UInt8]?)? = nil
  ) -> any SessionView {
    switch self {
    case .text:
      let view = LineView(
        controller: controller, output: console.output, announcement: announcing,
        endsWithSession: endsWithSession, isTour: isTour, screen: screen, waveform: waveform)
      console.terminal?.completions = { [weak view] in view?.completions(of: $0) ?? [] }
      return view
    case .json:
      return JSONLinesView(
        controller: controller, version: Meditate.configuration.version,
        write: { console.writer.write($0, to: STDOUT_FILENO) })
    }
  }
}

/// Programs press no keys, have no screens and forms, receive every event, and mean their signals.
extension JSONLinesView: SessionView {
  func take(key command: Command) {}
  func announce(_ events: Announcement) {}
  func show(_ screen: Screen) {}
  func cancelForm() -> Bool { false }
  func interrupt() -> Bool { false }
  func comeBack() {}
}

extension LineView: SessionView {
  /// Does nothing: the script's report has the refusals.
  func print(_ refusal: CommandRefusal) {}
  func end(code: Int32) { end() }
}
