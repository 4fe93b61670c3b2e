import MeditationCore
import Score
import Text

/// The timeline of a plan and the songs of its session.
struct PlanSteps {
  /// What happens at a session time, or from it on.
  struct Step {
    /// The session time at which it begins; `nil` if unknown, which sorts to the end.
    var begin: Duration?
    /// The session time at which it ends, `begin` if it takes no time; `nil` if unknown.
    var end: Duration?
    /// What happens.
    var message: String
    /// The command that changes it.
    var command: String
    /// Whether a step that recurs, such as bells, is over; `nil` for others.
    var isOver: Bool?
  }

  private let plan: Plan
  private let outlook: PlanOutlook
  private let wording: Wording

  init(_ outlook: PlanOutlook, _ wording: Wording = .screen) {
    self.wording = wording
    plan = outlook.plan
    self.outlook = outlook
  }

  /// The steps by the time at which they begin; those that begin together keep the order below.
  var all: [Step] {
    let steps =
      ([settling, opening, music, crossfade] + bells
      + [fadeIn, breath, silence, fadeOut, closing, end]).compactMap { $0 }
    return steps.enumerated().sorted { left, right in
      switch (left.element.begin, right.element.begin) {
      case (let first?, let second?): (first, left.offset) < (second, right.offset)
      case (_?, nil): true
      case (nil, _?): false
      case (nil, nil): left.offset < right.offset
      }
    }.map(\.element)
  }

  private var settling: Step? {
    guard plan.settling > .zero else { return nil }
    return Step(
      begin: .zero - plan.settling, end: .zero,
      message: "settling for \(plan.settling.exact(wording))",
      command: PlanChange.settling(plan.settling).command)
  }

  private var opening: Step? {
    guard !plan.opening.isNone else { return nil }
    return Step(
      begin: .zero, end: plan.opening.length, message: "opening " + words(for: plan.opening),
      command: PlanChange.opening(plan.opening).command)
  }

  private var closing: Step? {
    guard !plan.closing.isNone else { return nil }
    let end = outlook.end
    return Step(
      begin: end, end: end.map { $0 + plan.closing.length },
      message: "closing " + words(for: plan.closing),
      command: PlanChange.closing(plan.closing).command)
  }

  /// "bell", "bell, 3 strokes, gong", "roll of 20 seconds".
  private func words(for strokes: Strokes) -> String {
    switch strokes.form {
    case .count(1, _): (["bell"] + strokes.bellWords).joined(separator: ", ")
    case .count: "bell, " + strokes.words(wording)
    case .roll: strokes.words(wording)
    }
  }

  private var music: Step? {
    guard outlook.songs.count > 0 else { return nil }
    let count = counted(outlook.songs.count, "song")
    let length =
      outlook.isRepeating
      ? "repeated"
      : outlook.songs.length.text(wording) + (outlook.songs.unknownCount > 0 ? " and more" : "")
    return Step(
      begin: .zero, end: outlook.musicStop, message: "music: \(count), \(length)",
      command: outlook.isRepeating ? "repeat off" : "pick NUMBERS")
  }

  private var crossfade: Step? {
    guard plan.crossfade > .zero, outlook.songs.count > 0 else { return nil }
    return Step(
      begin: .zero, end: outlook.musicStop,
      message: "songs pass into each other over \(plan.crossfade.exact(wording))",
      command: PlanChange.crossfade(plan.crossfade).command)
  }

  private var silence: Step? {
    guard plan.outlastsSongs, let begin = outlook.silenceBegin else { return nil }
    return Step(
      begin: begin, end: outlook.end, message: "silence",
      command: outlook.songs.count > 0 ? "repeat on" : "pick NUMBERS")
  }

  /// One step for each rule.
  private var bells: [Step?] {
    plan.bells.enumerated().map { index, rule in
      let times = outlook.firstBells(PlanChange.mostTimes + 1, of: index)
      let listed =
        times.isEmpty
        ? "none"
        : times.prefix(PlanChange.mostTimes).map { $0.text(wording) }.joined(separator: ", ")
      let kind =
        switch rule.times {
        case .at: "bells"
        case .beforeEnd: "bells before the end"
        case .every(let interval): "bells every \(interval.exact(wording))"
        case .random: "random bells"
        }
      return Step(
        begin: times.first, end: nil,
        message: "\(kind): \(listed)" + (times.count > PlanChange.mostTimes ? " and so on" : "")
          + (rule.strokes == 1 ? "" : "; \(rule.strokes.words(wording))"),
        command: rule.command(isFirst: index == 0), isOver: outlook.bellsAreOver(of: index))
    }
  }

  private var fadeIn: Step? {
    guard plan.fade > .zero, outlook.songs.count > 0 else { return nil }
    return Step(
      begin: .zero, end: plan.fade, message: "the music fades in",
      command: PlanChange.fade(plan.fade).command)
  }

  private var fadeOut: Step? {
    guard plan.fade > .zero, outlook.songs.count > 0, let end = plan.end else { return nil }
    let begin = max(end - plan.fade, .zero)
    guard outlook.musicEnd.map({ $0 > begin }) ?? true else { return nil }
    return Step(
      begin: begin, end: end, message: "the music fades out",
      command: PlanChange.fade(plan.fade).command)
  }

  private var breath: Step? {
    guard let breath = plan.breath else { return nil }
    return Step(
      begin: .zero, end: plan.end.map(breath.end(before:)),
      message: "breath: \(breath.words(wording))"
        + (plan.breathVolume == 100 ? "" : ", volume \(plan.breathVolume)%"),
      command: PlanChange.breath(breath).command)
  }

  private var end: Step? {
    let message =
      switch plan.length {
      case .songs: "the session ends with its last song"
      case .open: "the session ends with 'finish'"
      case .time: "the session ends"
      }
    return Step(
      begin: outlook.end, end: outlook.end, message: message,
      command: PlanChange.length(plan.length).command)
  }
}
