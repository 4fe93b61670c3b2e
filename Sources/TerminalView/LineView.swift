public import CommandLanguage
import MeditationCore
import Score
public import SessionControl

/// Shows a session in lines, and takes lines for it.
///
/// It subscribes to the session and prints what changes; what a line does is for the controller
/// to say. It decides nothing.
@MainActor public final class LineView {
  private let controller: SessionController
  private let output: any LineOutput
  private var skipped: [String]
  private let firstCount: Int
  private let lines: SessionLines
  private let status: StatusSource
  private let waveforms: WaveformLoader?
  private var subscriptions: [Subscription] = []
  private var isFollowingKey = false

  /// A view of the session of `controller`.
  ///
  /// - Parameters:
  ///   - skipped: Says of each file that was left out of the list why, a line each.
  ///   - waveform: Finds out how loud a song, given by its index, is from its beginning to its
  ///     end: any number of equal steps, 0 to 255; `nil` where that cannot be known. Called for
  ///     the current song, off the main actor; cancelled when another becomes the current one.
  public init(
    controller: SessionController, skipped: [String], output: any LineOutput,
    waveform: (@Sendable (_ song: Int) async -> [UInt8]?)? = nil
  ) {
    self.controller = controller
    self.skipped = skipped
    firstCount = controller.session.songs.count
    self.output = output
    let session = controller.session
    status = StatusSource(session: session)
    lines = SessionLines(controller: controller, status: status, output: output)
    waveforms = output.rendering == .live ? waveform.map(WaveformLoader.init) : nil
    let usual = controller.screenful
    controller.screenful = { output.height.map(SessionLines.screenful) ?? usual() }
    subscriptions.append(session.observeSettled { [weak self] in self?.show($0) })
    guard output.rendering == .live else { return }
    subscriptions.append(session.observe(\.self) { [weak self] _, _ in self?.showStatus() })
  }

  /// Shows the list from which songs are picked.
  public func begin() {
    showStatus()
    lines.list()
    tellSkipped()
    output.prompt()
  }

  /// Takes more files that were left out of the list, a line each, and how far its reading is now.
  public func add(skipped more: [String], reading: ReadingProgress) {
    skipped += more
    output.show(reading: reading)
  }

  /// Says how long the list is, now that it is complete; nothing where it was so from the first.
  public func tellArrivals() {
    output.show(reading: nil)
    let count = controller.session.songs.count
    guard count > firstCount else { return }
    output.say("The list is complete: \(count) songs; 'list all' shows them.")
    tellSkipped()
    output.prompt()
  }

  private func tellSkipped() {
    guard !skipped.isEmpty else { return }
    let files = skipped.count == 1 ? "1 file" : "\(skipped.count) files"
    output.warn("\(files) left out; type 'skipped' to see why.")
  }

  /// Carries out one line as typed, whole or not at all.
  ///
  /// - Returns: Whether the line asks the program to end.
  public func take(_ line: String) -> Bool {
    let isLast = carryOut(line)
    if !isLast { output.prompt() }
    return isLast
  }

  private func carryOut(_ line: String) -> Bool {
    guard !HelpText.asksForKeys(line) else {
      HelpText.keys(width: output.width).forEach { output.say($0) }
      return false
    }
    do {
      let command = try CommandParser.parse(line)
      return answer(controller.perform(command), to: command)
    } catch {
      output.warn("\(error)")
      return false
    }
  }

  /// Carries out what a single key means. What the status shows anyway is not said again.
  public func take(key command: Command) {
    isFollowingKey = true
    defer {
      isFollowingKey = false
      output.prompt()
    }
    if case .outcome(.refused(let refusal)) = controller.perform(command) {
      output.warn("\(refusal)")
    }
  }

  /// The words that could stand in place of the last word of `line`: commands, what they take, and
  /// for `find` the titles of songs.
  public func completions(of line: String) -> [String] {
    LineCompletion(session: controller.session).completions(of: line)
  }

  /// - Returns: Whether the program is to end.
  private func answer(_ reply: Reply, to command: Command) -> Bool {
    switch reply {
    case .outcome(.refused(let refusal)): output.warn("\(refusal)")
    case .outcome(.unchanged): lines.tellUnchanged(by: command)
    case .outcome(.changed), .outcome(.queued), .outcome(.dropped): break
    case .page(let page): show(page)
    case .quit: return true
    }
    return false
  }

  private func show(_ page: Reply.Page) {
    switch page {
    case .list(let listing): lines.list(listing)
    case .status: lines.tellStatus()
    case .volume: lines.volume()
    case .repeating: lines.repeating()
    case .help(let name):
      HelpText.lines(on: name, in: controller.session.phase, width: output.width)
        .forEach { output.say($0) }
    case .skipped:
      if skipped.isEmpty { output.say("No file was left out.") }
      skipped.forEach { output.say($0) }
    }
  }

  private func show(_ settlement: Settlement) {
    if settlement.before.phase != settlement.after.phase { status.phaseChanged() }
    guard settlement.outcome == .changed || settlement.cause.concernsOutput else { return }
    guard !isFollowingKey || settlement.isBeyondStatus || settlement.cause.concernsOutput
    else { return }
    lines.tell(settlement)
    if case .engine = settlement.cause { output.prompt() }
  }

  private func showStatus() {
    let now = status.status
    waveforms?.follow(now == nil ? nil : controller.session.state.current) { [weak self] in
      self?.status.setPeaks($1, forSong: $0)
      self?.showStatus()
    }
    output.show(now)
  }
}

extension Settlement {
  /// Whether more changed than what a status keeps in sight.
  fileprivate var isBeyondStatus: Bool {
    before.phase != after.phase || before.current != after.current
  }
}

extension Settlement.Cause {
  /// Whether this must be said even where it changed nothing, as during a pause.
  fileprivate var concernsOutput: Bool {
    switch self {
    case .action, .arrival: false
    case .engine(let event):
      switch event.kind {
      case .deviceLost, .deviceRestored, .noDevice, .stalled, .outputFailed: true
      case .position, .crossed, .ended, .failed: false
      }
    }
  }
}
