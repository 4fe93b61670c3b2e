import MeditationCore
import MeditationPlan

/// How the plan and the songs of a session fit together, in session time.
struct PlanOutlook {
  let plan: Plan
  /// The number and length of the picked songs.
  let songs: PickedTotal
  /// True if the first song follows the last.
  let isRepeating: Bool
  /// The current session time; `nil` unless listening.
  let elapsed: Duration?
  /// When the songs end, even if the session ends before; `nil` if never or unknown.
  let musicEnd: Duration?

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
        plan.musicRests.end(ofMusic: session.summary.listened, from: .zero)
      } else if session.isRepeating || musicLeft.isMore {
        nil
      } else {
        plan.musicRests.end(ofMusic: musicLeft.known, from: max(elapsed ?? .zero, .zero))
      }
  }

  /// Creates the outlook of a session that is not begun, with songs of these lengths in their order.
  init(of plan: Plan, lengths: [Duration?]) {
    self.plan = plan
    let known = lengths.compactMap(\.self)
    songs = PickedTotal(
      count: lengths.count, length: known.reduce(.zero, +),
      unknownCount: lengths.count - known.count)
    isRepeating = plan.repeats
    elapsed = nil
    let music = TimeLeftTable(lengths, plan: plan).whole
    musicEnd = isRepeating || music.isMore ? nil : music.known
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
    let (timetable, begin) = (timetable(of: rule, inPart: part), plan.begin(ofPart: part))
    var times: [Duration] = []
    var next = timetable.stroke(from: .zero)
    while let stroke = next, times.count < count {
      times.append(begin + stroke.time)
      next = timetable.stroke(after: stroke.time)
    }
    return times
  }

  /// True if a rule for bells of a part has none to come; `false` unless listening.
  func bellsAreOver(of rule: Int, inPart part: Int) -> Bool {
    guard let elapsed else { return false }
    let begin = plan.begin(ofPart: part)
    return timetable(of: rule, inPart: part).stroke(after: elapsed - begin) == nil
  }

  /// When a rule for bells strikes, one stroke for each occasion, since the beginning of its part.
  private func timetable(of rule: Int, inPart part: Int) -> Timetable {
    var alone = Plan()
    alone.length = plan.parts[part].length
    alone.bells = [BellRule(plan.parts[part].bells[rule].times)]
    return Timetable(alone)
  }
}
