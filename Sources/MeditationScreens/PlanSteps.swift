import MeditationCore
import MeditationLanguage
import MeditationPlan
import MeditationText

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
    /// True if a step that recurs, such as bells, is over; `nil` for others.
    var isOver: Bool?
    /// True if it is a part, whose own steps follow.
    var isPart = false
  }

  private let plan: Plan
  private let outlook: PlanOutlook
  private let wording: Wording

  init(_ outlook: PlanOutlook, _ wording: Wording = .screen) {
    self.wording = wording
    plan = outlook.plan
    self.outlook = outlook
  }

  /// The steps by the time at which they begin; those that begin together keep the order below. The
  /// steps of each of several parts follow its own.
  var all: [Step] {
    let session = [settling] + layers + [music, crossfade, fadeIn, silence, fadeOut, guide]
    guard plan.hasParts else {
      return inOrder(
        [settling] + layers + [opening(0), music, crossfade] + bells(0)
          + [fadeIn, breath(0)] + voices(0) + [guide, rest(0), silence, fadeOut, closing(0), end])
    }
    return inOrder(session)
      + plan.parts.indices.flatMap { part in
        [heading(part)]
          + inOrder(
            [opening(part)] + bells(part) + [breath(part)] + voices(part)
              + [rest(part), closing(part)])
      } + inOrder([end])
  }

  private func inOrder(_ steps: [Step?]) -> [Step] {
    steps.compactMap { $0 }.enumerated().sorted { left, right in
      switch (left.element.begin, right.element.begin) {
      case (let first?, let second?): (first, left.offset) < (second, right.offset)
      case (_?, nil): true
      case (nil, _?): false
      case (nil, nil): left.offset < right.offset
      }
    }.map(\.element)
  }

  /// The command that makes `change` of a part.
  private func command(_ change: PlanChange, _ part: Int) -> String {
    prefix(part) + change.command
  }

  private func prefix(_ part: Int) -> String { plan.hasParts ? "part \(part + 1) " : "" }

  private func heading(_ part: Int) -> Step {
    Step(
      begin: plan.begin(ofPart: part), end: outlook.end(ofPart: part),
      message: plan.name(ofPart: part),
      command: command(.length(plan.parts[part].length), part), isPart: true)
  }

  private var settling: Step? {
    if let begin = plan.begin {
      return Step(
        begin: .zero, end: .zero, message: "begins at \(begin.spelled)",
        command: PlanChange.begin(begin).command)
    }
    guard plan.settling > .zero else { return nil }
    return Step(
      begin: .zero - plan.settling, end: .zero,
      message: "settling for \(plan.settling.exact(wording))",
      command: PlanChange.settling(plan.settling).command)
  }

  private func opening(_ part: Int) -> Step? {
    let strokes = plan.soundingParts[part].opening
    guard !strokes.isNone else { return nil }
    let begin = plan.opening(ofPart: part)
    return Step(
      begin: begin, end: begin + strokes.length, message: "opening " + words(for: strokes),
      command: command(.opening(strokes), part))
  }

  private func closing(_ part: Int) -> Step? {
    let strokes = plan.soundingParts[part].closing
    guard !strokes.isNone else { return nil }
    let end = outlook.end(ofPart: part)
    return Step(
      begin: end, end: end.map { $0 + strokes.length },
      message: "closing " + words(for: strokes), command: command(.closing(strokes), part))
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
  private func bells(_ part: Int) -> [Step?] {
    plan.parts[part].bells.enumerated().map { index, rule in
      let times = outlook.firstBells(PlanChange.mostTimes + 1, of: index, inPart: part)
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
        command: prefix(part) + rule.command(isFirst: index == 0),
        isOver: outlook.bellsAreOver(of: index, inPart: part))
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

  private func breath(_ part: Int) -> Step? {
    guard let breath = plan.parts[part].breath else { return nil }
    let begin = plan.begin(ofPart: part)
    return Step(
      begin: begin, end: plan.end(ofPart: part).map { begin + breath.end(before: $0 - begin) },
      message: "breath: \(breath.words(wording))"
        + (plan.breathVolume == 100 ? "" : ", volume \(plan.breathVolume)%"),
      command: command(.breath(breath), part))
  }

  /// One step for each sound that lies under the session.
  private var layers: [Step?] {
    plan.under.map { layer in
      Step(
        begin: layer.beginsWithSettling ? .zero - plan.settling : .zero, end: outlook.end,
        message: "under: \(layer.words)", command: PlanChange.layer(layer).command)
    }
  }

  /// One step for each voice.
  private func voices(_ part: Int) -> [Step?] {
    plan.parts[part].voices.map { voice in
      let begin = plan.begin(ofPart: part) + voice.time - voice.skipped
      return Step(
        begin: max(begin, .zero), end: voice.length.map { begin + $0 },
        message: "voice: \(Speech.name(ofFile: voice.path))"
          + (plan.voiceVolume == 100 ? "" : ", volume \(plan.voiceVolume)%"),
        command: command(.voice(voice), part))
    }
  }

  private var guide: Step? {
    guard let guide = plan.guide else { return nil }
    let lines = plan.guideLines(end: outlook.end)
    return Step(
      begin: lines.first?.time, end: lines.last?.time,
      message: "guide: \(Speech.name(ofFile: guide.path)), \(counted(lines.count, "line"))",
      command: PlanChange.guide(guide).command)
  }

  /// The music waits.
  private func rest(_ part: Int) -> Step? {
    guard !plan.parts[part].hasMusic, outlook.songs.count > 0 else { return nil }
    return Step(
      begin: plan.begin(ofPart: part), end: outlook.end(ofPart: part), message: "the music waits",
      command: command(.music(false), part))
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
      command: plan.hasParts
        ? "then 10m TITLE" : PlanChange.length(plan.length).command)
  }
}
