import MeditationCore
import MeditationPlan
import MeditationText

/// The part of a status that concerns the plan.
package struct SitStatus: Hashable, Sendable {
  package enum Segment: Hashable, Sendable {
    case song, silence, settling
  }

  package var segment: Segment
  /// The session time; negative while settling.
  package var elapsed: Duration
  package var length: Plan.Length
  /// The part of the plan; `nil` while settling, and in a plan of one part without a title.
  package var part: Stretch?
  /// The voice that speaks; `nil` if none does.
  package var voice: Stretch?
  package var isMusicWaiting = false
  /// The time until the next stroke of a bell; `nil` if none is to come.
  package var bell: Duration?
  /// The breath; `nil` before session time 0, after its end, and without one.
  package var breath: BreathStatus?
}

extension SitStatus {
  /// Creates the status of a session that is listening; `timetable` has the strokes of its plan.
  package init(of state: SessionState, timetable: Timetable) {
    segment = state.isSettling ? .settling : state.music == .sounding ? .song : .silence
    elapsed = state.elapsed
    length = state.plan.length
    part = state.isSettling ? nil : Stretch(partOf: state.plan, at: state.elapsed)
    voice = state.isSettling ? nil : Stretch(voiceOf: state.plan, at: state.elapsed)
    isMusicWaiting = state.music == .waiting
    bell = timetable.stroke(after: state.elapsed).map { $0.time - state.elapsed }
    let current = state.plan.part(at: state.elapsed)
    let begin = state.plan.begin(ofPart: current)
    breath = state.plan.parts[current].breath.flatMap {
      BreathStatus(
        $0, at: state.elapsed - begin, end: state.plan.end(ofPart: current).map { $0 - begin })
    }
  }

  // MARK: Wording

  /// The parts in short form, the most needed first. `left` is the time left in the session.
  func symbols(left: TimeLeft) -> [String] {
    let next = [
      partText(.screen), voice?.words(.screen), rest, bellText(.screen, left), breath?.symbols,
    ]
    let parts =
      switch length {
      case .time where !left.isMore:
        ["left \(left.known.timeText)"] + next + [sessionTime("session")]
      case .songs where left.isEndless: [sessionTime("session")] + next + [left.symbols]
      case .time, .songs: ["left \(left.short)"] + next + [sessionTime("session")]
      case .open: [sessionTime("session")] + next + ["open"]
      }
    return parts.compactMap { $0 }
  }

  /// The parts in words, for a rendering without symbols.
  func words(left: TimeLeft, _ wording: Wording = .screen) -> [String] {
    let end =
      switch length {
      case .time where !left.isMore: "\(left.known.text(wording)) left in the session"
      case .time, .songs: left.words(wording)
      case .open: "open session"
      }
    return [
      sessionTime("session at", wording), partText(wording), voice?.words(wording), rest, end,
      bellText(wording, left), breath?.words(wording),
    ].compactMap { $0 }
  }

  /// The session time; `nil` in a silence that shows it as its position, as the first part does.
  private func sessionTime(_ label: String, _ wording: Wording = .screen) -> String? {
    segment == .song || part.map { $0.begin > .zero } ?? false
      ? "\(label) \(elapsed.text(wording))" : nil
  }

  /// The part; `nil` in a silence, which has its name, position and length.
  private func partText(_ wording: Wording) -> String? {
    segment == .song ? part?.words(wording) : nil
  }

  private var rest: String? { isMusicWaiting ? "the music waits" : nil }

  /// The next bell, unless the songs end the session before it.
  private func bellText(_ wording: Wording, _ left: TimeLeft) -> String? {
    guard let bell, length != .songs || left.isMore || bell <= left.known - Timetable.quietBeforeEnd
    else { return nil }
    return "bell in \(bell.text(wording))"
  }
}

// MARK: - Parts and voices

extension SitStatus {
  /// The current part of a plan, or the voice that speaks.
  package struct Stretch: Hashable, Sendable {
    package var name: String
    /// The session time at which it began.
    package var begin: Duration
    /// The time left in it; `nil` for the last part, and if that is not known.
    package var left: Duration?

    /// The part of `plan` at session time `time`; `nil` if parts are not told.
    init?(partOf plan: Plan, at time: Duration) {
      guard plan.hasParts else { return nil }
      let index = plan.part(at: time)
      (name, begin) = (plan.name(ofPart: index), plan.begin(ofPart: index))
      left =
        index == plan.parts.count - 1 ? nil : plan.end(ofPart: index).map { max($0 - time, .zero) }
    }

    /// The voice of `plan` that speaks at `time`; `nil` if none does, or its length is unknown.
    init?(voiceOf plan: Plan, at time: Duration) {
      guard let voice = plan.voice(at: time), let end = voice.end else { return nil }
      (name, begin, left) = (voice.name, voice.begin, end - time)
    }

    /// "Walk ends in 4:10".
    func words(_ wording: Wording) -> String {
      left.map { "\(name) ends in \($0.text(wording))" } ?? name
    }
  }
}

// MARK: - The breath

/// The current phase of a breath.
package struct BreathStatus: Hashable, Sendable {
  package var phase: Breath.Phase
  package var left: Duration
  package var pattern: Breath

  /// Creates the status of `pattern` at session time `time`; `nil` if there is no breath then.
  package init?(_ pattern: Breath, at time: Duration, end: Duration?) {
    guard let (phase, passed) = pattern.phase(at: time),
      end.map({ time < pattern.end(before: $0) }) ?? true
    else { return nil }
    self.phase = phase
    left = pattern.length(of: phase) - passed
    self.pattern = pattern
  }

  /// The phase and its seconds left, padded so that the width stays the same: `in   4`, `hold 7`.
  var symbols: String {
    let phases = Breath.Phase.allCases.filter { pattern.length(of: $0) > .zero }
    let width = phases.reduce(0) { max($0, $1.word.count) }
    let digits = phases.reduce(0) { max($0, pattern.length(of: $1).secondsText.count) }
    return phase.word + Self.blanks(width - phase.word.count) + " "
      + Self.blanks(digits - left.secondsText.count) + left.secondsText
  }

  /// The phase in words: "breathe in for 4 seconds".
  func words(_ wording: Wording) -> String {
    let time = left.roundedUp.seconds(wording)
    return switch phase {
    case .inhale: "breathe in for \(time)"
    case .topUp: "breathe in again for \(time)"
    case .exhale: "breathe out for \(time)"
    case .holdFull, .holdEmpty: "hold for \(time)"
    }
  }

  private static func blanks(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count))
  }
}

extension Breath.Phase {
  fileprivate var word: String {
    switch self {
    case .inhale: "in"
    case .topUp: "in+"
    case .exhale: "out"
    case .holdFull, .holdEmpty: "hold"
    }
  }
}

extension Duration {
  fileprivate var secondsText: String { "\(max(roundedUp, .zero).components.seconds)" }
}
