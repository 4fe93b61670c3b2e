import MeditationCore
import MeditationLanguage
import MeditationPlan
import MeditationPractice
import MeditationScreens
import MeditationText

/// A parsed script, with the name used in reports.
package struct Script: Sendable {
  package let name: String
  package let lines: [ScriptLine]

  /// Parses a script from the bytes of its text. Throws all lines with errors.
  package init(name: String, text: some Sequence<UInt8>) throws(ScriptErrors) {
    self.name = name
    lines = try ScriptParser.parse(text, refusals: CommandRefusal.words)
  }

  /// The songs that the script declares, for a session without files.
  @MainActor package var songs: [SongViewModel] {
    lines.compactMap { line in
      guard case .song(let song) = line.statement else { return nil }
      return SongViewModel(title: song.title, subtitle: song.artist ?? "", length: song.duration)
    }
  }
}

/// A checked line of a script: an expectation, or another line that failed.
package struct ScriptPoint: Equatable, Sendable {
  package let line: Int
  package let text: String
  /// A message in the format of a compiler's error, with the modes of the songs at that time: `1
  /// playing, 2-4 playable, 5 hidden`. `nil` if the expectation held.
  package let failure: String?
}

/// A `wait` statement in progress.
@MainActor package struct PendingWait: Sendable {
  package let wait: ScriptWait
  package let line: Int
  let milestone: PendingMilestone?

  init(_ wait: ScriptWait, line: Int, until milestone: (Milestone) -> PendingMilestone) {
    (self.wait, self.line) = (wait, line)
    self.milestone = if case .milestone(let event) = wait { milestone(event) } else { nil }
  }

  /// True if the wait is over; a wait for a positive time never ends by itself.
  package var isOver: Bool {
    if case .time(let time) = wait { time <= .zero } else { milestone?.isReached ?? true }
  }

  package var obstacle: String? { milestone?.obstacle }
}

@MainActor package enum ScriptPause {
  case wait(PendingWait)
  /// A file of the plan is being read. Go on when ``ScriptRunner/onAnswer`` is called.
  case reading
}

/// Runs the lines of a script against a session, stopping at each wait.
///
/// The caller advances the time: at once on a virtual clock, or in real time.
@MainActor package final class ScriptRunner {
  package private(set) var points: [ScriptPoint] = []
  package var failures: [String] { points.compactMap(\.failure) }
  /// Kept, because it is asked before each line of a script that may be long.
  private var hasFailed = false
  /// Called for each refused command, even if the refusal was expected.
  package var onRefusal: (CommandRefusal) -> Void = { _ in }
  /// Called when a command that waited for the disk is answered.
  package var onAnswer: () -> Void = {}
  package private(set) var expectationCount = 0

  private let script: Script
  let controller: SessionController
  let client = Client()
  private let faults: FaultInjector
  private let stopsAtFailure: Bool
  /// The allowed deviation of an expected position.
  let positionTolerance: Duration
  /// True if a song of unknown length ends, as every decoded file does.
  private let endsUnknownLengths: Bool
  private var next = 0
  /// The refusal of the previous command, if it was refused; `nil` if there was no command.
  private(set) var lastRefusal: CommandRefusal??
  /// A refused command that no `expect refusal` has covered yet.
  private var unexpected: (line: Int, refusal: CommandRefusal)?

  package var session: MeditationViewModel { controller.session }

  package init(
    _ script: Script, controller: SessionController, faults: FaultInjector,
    stopsAtFailure: Bool = false, positionTolerance: Duration = .zero,
    endsUnknownLengths: Bool = false
  ) {
    self.script = script
    self.controller = controller
    self.faults = faults
    self.stopsAtFailure = stopsAtFailure
    self.positionTolerance = positionTolerance
    self.endsUnknownLengths = endsUnknownLengths
  }

  /// Runs the next lines, up to the next pause; `nil` at the end of the script.
  package func run() -> ScriptPause? {
    while next < script.lines.count, !stopsAtFailure || !hasFailed {
      let line = script.lines[next]
      next += 1
      if case .expect(.refusal) = line.statement {} else { settleRefusal() }
      switch line.statement {
      case .command(let command):
        let reply = controller.perform(command, from: client)
        guard case .pending(let pending) = reply else { take(reply, line: line.number); break }
        pending.whenReady { [self] in
          take($0, line: line.number)
          onAnswer()
        }
        return .reading
      case .wait(let wait):
        let pending = PendingWait(wait, line: line.number) {
          PendingMilestone($0, of: session, endsUnknownLengths: endsUnknownLengths)
        }
        if !pending.isOver { return .wait(pending) }
      case .expect(let expectation): check(expectation, line: line.number)
      case .fail(let song, let reason):
        do throws(Refusal) {
          try faults.fail(songAt: song - 1, of: session, reason: reason)
        } catch { fail(line.number, "\(error)") }
      case .loseDevice(let reason): faults.loseDevice(reason: reason)
      case .restoreDevice:
        guard faults.hasLostDevice else { fail(line.number, "no device is lost"); break }
        faults.restoreDevice()
      case .song: break
      }
    }
    settleRefusal()
    return nil
  }

  /// Ends the script. Statements after it would never be run, which is a mistake.
  private func quit() {
    let unreached = script.lines[next...].first {
      if case .song = $0.statement { false } else { true }
    }
    next = script.lines.count
    if let unreached { fail(unreached.number, "is never run: 'quit' ends the script") }
  }

  package func giveUp(_ wait: PendingWait, _ reason: String) { fail(wait.line, reason) }

  private func take(_ reply: Reply, line: Int) {
    switch reply {
    case .outcome: lastRefusal = .some(nil)
    case .refused(let refusal):
      lastRefusal = refusal
      unexpected = (line, refusal)
      onRefusal(refusal)
    case .quit: quit()
    case .page, .notUnderstood, .pending: break
    }
  }

  private func check(_ expectation: Expectation, line: Int) {
    expectationCount += 1
    if case .refusal = expectation { unexpected = nil }
    if let failure = failure(of: expectation) {
      fail(line, failure)
    } else {
      note(line, failure: nil)
    }
  }

  /// Reports an unexpected refusal as a failure of the command's own line.
  private func settleRefusal() {
    guard let (line, refusal) = unexpected else { return }
    unexpected = nil
    fail(line, "refused (\(refusal.word)): \(refusal.text)")
  }

  private func fail(_ line: Int, _ message: String) {
    let state = [session.placeText, session.modesText].filter { !$0.isEmpty }
    note(
      line,
      failure: "\(script.name):\(line): \(message)"
        + (state.isEmpty ? "" : " [\(state.joined(separator: "; "))]"))
    hasFailed = true
  }

  private func note(_ line: Int, failure: String?) {
    let text = script.lines.first { $0.number == line }?.text ?? ""
    points.append(ScriptPoint(line: line, text: text, failure: failure))
  }
}

extension MeditationViewModel {
  /// Where the session is: "at 1:30, paused, part 2"; empty while picking.
  fileprivate var placeText: String {
    let time = TimeText.exact(state.elapsed)
    switch phase {
    case .picking: return ""
    case .finished: return "finished at \(time)"
    case .listening:
      let part = state.plan.hasParts ? ", part \(state.plan.part(at: state.elapsed) + 1)" : ""
      return "at \(time), \(transport ?? .paused)\(part)"
    }
  }

  /// The modes of all songs; runs of equal modes are merged.
  fileprivate var modesText: String {
    var runs: [(songs: ClosedRange<Int>, mode: SongMode)] = []
    for (index, mode) in modes.enumerated() {
      if let last = runs.last, last.mode == mode {
        runs[runs.count - 1].songs = last.songs.lowerBound...index + 1
      } else {
        runs.append((index + 1...index + 1, mode))
      }
    }
    let longest = 20
    let texts = runs.prefix(longest).map { songs, mode in
      songs.count == 1
        ? "\(songs.lowerBound) \(mode)" : "\(songs.lowerBound)-\(songs.upperBound) \(mode)"
    }
    return texts.joined(separator: ", ") + (runs.count > longest ? ", …" : "")
  }
}
