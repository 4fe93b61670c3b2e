import CommandLanguage
import MeditationCore
public import Playback
public import SessionControl

/// Shows a session in lines that are only ever added to, and takes lines for it.
///
/// It subscribes to the session and prints what changes; what a line does is for the controller
/// to say. It decides nothing.
@MainActor public final class LineView {
  private let controller: SessionController
  private let output: any LineOutput
  private let skipped: [String]
  private let lines: SessionLines
  private var subscription: Subscription?

  /// A view of the session of `controller`. `skipped` says of each file that was left out of the
  /// list why, a line each.
  public init(controller: SessionController, skipped: [String], output: any LineOutput) {
    self.controller = controller
    self.skipped = skipped
    self.output = output
    lines = SessionLines(session: controller.session, output: output)
    subscription = controller.session.observeSettled { [weak self] in self?.show($0) }
  }

  /// Shows the list from which songs are picked.
  public func begin() {
    lines.list()
    if !skipped.isEmpty {
      let files = skipped.count == 1 ? "1 file" : "\(skipped.count) files"
      output.warn("\(files) left out; type 'skipped' to see why.")
    }
    output.prompt()
  }

  /// Carries out one line as typed, whole or not at all.
  ///
  /// - Returns: Whether the line asks the program to end.
  public func take(_ line: String) -> Bool {
    do {
      switch controller.perform(try CommandParser.parse(line)) {
      case .outcome(.refused(let refusal)): output.warn("\(refusal)")
      case .outcome(.unchanged): lines.status()
      case .outcome(.changed), .outcome(.queued), .outcome(.dropped): break
      case .page(let page): show(page)
      case .quit: return true
      }
    } catch {
      output.warn("\(error)")
    }
    output.prompt()
    return false
  }

  /// Takes news from the engine.
  public func take(_ event: PlaybackEvent) {
    if case .noDevice(let reason) = event.kind {
      output.warn("No sound device opens: \(reason). The session goes on in silence.")
      output.prompt()
    }
    controller.receive(event)
  }

  private func show(_ page: Reply.Page) {
    switch page {
    case .list: lines.list()
    case .status: lines.status()
    case .volume: lines.volume()
    case .help(let name): HelpText.lines(on: name, in: controller.session.phase).forEach(output.say)
    case .skipped:
      if skipped.isEmpty { output.say("No file was left out.") }
      skipped.forEach(output.say)
    }
  }

  private func show(_ settlement: Settlement) {
    guard settlement.outcome == .changed || settlement.cause.isDeviceNews else { return }
    lines.tell(settlement)
    if case .engine = settlement.cause { output.prompt() }
  }
}

extension Settlement.Cause {
  /// Whether this must be said even where it changed nothing, as during a pause.
  fileprivate var isDeviceNews: Bool {
    switch self {
    case .action: false
    case .engine(let event):
      switch event.kind {
      case .deviceLost, .deviceRestored: true
      case .position, .crossed, .ended, .failed: false
      }
    }
  }
}
