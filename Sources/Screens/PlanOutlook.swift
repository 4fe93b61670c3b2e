import MeditationCore
import Score

/// How the plan and the songs of a session fit together, in session time.
struct PlanOutlook {
  let plan: Plan
  /// The number and length of the picked songs.
  let songs: PickedTotal
  /// Whether the first song follows the last.
  let isRepeating: Bool
  /// The current session time; `nil` unless listening.
  let elapsed: Duration?
  /// When the songs end, even if the session ends before; `nil` if never or unknown.
  let musicEnd: Duration?
  /// The strokes of each rule for bells between opening and closing, part by part.
  private let bells: [[Timetable]]

  /// Creates the outlook of `session`, in which `musicLeft` is left of the songs.
  init(of session: SessionState, musicLeft: TimeLeft) {
    plan = session.plan
    songs = session.picked
    isRepeating = session.isRepeating
    let isListening = session.phase == .listening
    elapsed = isListening ? session.elapsed : nil
    musicEnd =
      if isListening, session.isSilent, !session.isSettling {
        // Session time passes with what is played.
        session.summary.listened
      } else if session.isRepeating || musicLeft.isMore {
        nil
      } else {
        max(elapsed ?? .zero, .zero) + musicLeft.known
      }
    var silent = session.plan
    for index in silent.parts.indices {
      silent.parts[index].bells = []
      (silent.parts[index].opening, silent.parts[index].closing) = (.none, .none)
    }
    bells = session.plan.parts.enumerated().map { index, part in
      part.bells.map { rule in
        var alone = silent
        // One stroke for each occasion.
        alone.parts[index].bells = [BellRule(rule.times)]
        return Timetable(alone)
      }
    }
  }

  /// When the session ends; `nil` if unknown.
  var end: Duration? {
    switch plan.length {
    case .time(let end): end
    case .songs: musicEnd
    case .open: nil
    }
  }

  /// When the music ends, by itself or with the session; `nil` if unknown.
  var musicStop: Duration? {
    guard let musicEnd else { return plan.end.flatMap { isRepeating ? $0 : nil } }
    return min(musicEnd, plan.end ?? musicEnd)
  }

  /// When the silence before the end begins; `nil` if there is none, or unknown.
  var silenceBegin: Duration? {
    guard songs.count > 0 else { return .zero }
    return musicEnd.flatMap { $0 < plan.end ?? .seconds(Int64.max) ? $0 : nil }
  }

  /// When a part ends; `nil` if unknown.
  func end(ofPart part: Int) -> Duration? {
    part == plan.parts.count - 1 ? end : plan.end(ofPart: part)
  }

  /// The first `count` times of a rule for bells of a part.
  func firstBells(_ count: Int, of rule: Int, inPart part: Int) -> [Duration] {
    var times: [Duration] = []
    var next = bells[part][rule].stroke(from: .zero)
    while let stroke = next, times.count < count {
      times.append(stroke.time)
      next = bells[part][rule].stroke(after: stroke.time)
    }
    return times
  }

  /// Whether a rule for bells of a part has none to come; `false` unless listening.
  func bellsAreOver(of rule: Int, inPart part: Int) -> Bool {
    elapsed.map { bells[part][rule].stroke(after: $0) == nil } ?? false
  }
}
