import ArgumentParser
import Remote
import SessionControl
import TerminalView

/// The output format: `--format`.
enum Format: String, ExpressibleByArgument, CaseIterable {
  case text, json

  /// Creates a view of the session of `controller`; `LineView` documents `waveform`.
  @MainActor func view(
    of controller: SessionController, on console: Console, announcing: Announcement = .all,
    endsWithSession: Bool = false, screen: Screen = .songs,
    waveform: (@Sendable (_ song: Int) async -> [UInt8]?)? = nil
  ) -> any SessionView {
    switch self {
    case .text:
      let view = LineView(
        controller: controller, output: console.output, announcement: announcing,
        endsWithSession: endsWithSession, screen: screen, waveform: waveform)
      console.terminal?.completions = { [weak view] in view?.completions(of: $0) ?? [] }
      return view
    case .json:
      return JSONLinesView(
        controller: controller, version: Meditate.configuration.version,
        write: { console.say($0) })
    }
  }
}
