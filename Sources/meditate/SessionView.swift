import ArgumentParser
import CommandLanguage
import MeditationCore
import SessionControl
import SongLibrary
import TerminalView

/// What shows a session: to a person, or to another program.
@MainActor protocol SessionView: AnyObject {
  /// Shows the session as it is at the beginning.
  func begin()
  /// Carries out a line; returns whether it asks the program to end.
  func take(_ line: String) -> Bool
  /// Takes what else was read of the list, but for its songs, which the session tells of.
  func take(_ part: LibraryPart)
  /// Says how long the list is, now that it is complete.
  func tellArrivals()
  /// Carries out what a single key means.
  func take(key command: Command)
  /// Tells of a refusal where no line was taken: a script's.
  func tell(_ refusal: Refusal)
  /// Says the last word.
  func end(code: Int32)
}

extension JSONLinesView: SessionView {
  /// A program is told of a list that is complete.
  func take(_ part: LibraryPart) {}
  func tellArrivals() {}
  /// Programs press no keys.
  func take(key command: Command) {}
  func tell(_ refusal: Refusal) { tell(refusal, id: nil) }
}

extension LineView: SessionView {
  func take(_ part: LibraryPart) {
    add(
      skipped: part.contents.skipped.map(\.line),
      reading: ReadingProgress(readCount: part.readCount, foundCount: part.candidateCount))
  }
  /// The script's own report tells of it.
  func tell(_ refusal: Refusal) {}
  func end(code: Int32) {}
}

/// How a session is shown: `--format`.
enum Format: String, ExpressibleByArgument, CaseIterable {
  case text, json

  /// A view of the session of `controller`; `waveform` is as for `LineView`.
  @MainActor func view(
    of controller: SessionController, skipped: [SkippedFile], on console: Console,
    waveform: (@Sendable (_ song: Int) async -> [UInt8]?)? = nil
  ) -> any SessionView {
    switch self {
    case .text:
      let view = LineView(
        controller: controller, skipped: skipped.map(\.line),
        output: console.output, waveform: waveform)
      console.terminal?.completions = { [weak view] in view?.completions(of: $0) ?? [] }
      return view
    case .json:
      return JSONLinesView(
        controller: controller, skipped: skipped.map { ($0.name, $0.reason) },
        version: Meditate.configuration.version,
        say: { console.say($0) })
    }
  }
}

extension SkippedFile {
  fileprivate var line: String { "\(name): \(reason)" }
}
