import MeditationText

/// A row of the timeline: an event at a session time, or from it on.
package struct TimelineStep {
  /// The subject of a step, in the order of steps that begin together.
  package enum Place: Int {
    case settling, under, opening, songs, crossfade, bells, fadeIn, breath, voices, guide, rest,
      silence, fadeOut, closing, end
    /// About what is heard, not about a time.
    case sound
  }

  fileprivate let place: Place
  /// The session time at which it begins; `nil` if unknown, which sorts to the end.
  package let begin: Duration?
  /// The session time at which it ends, `begin` if it takes no time; `nil` if unknown.
  package let end: Duration?
  /// The word in place of a time; `nil` for a step in time.
  package let label: String?
  package let message: String
  package let command: String
  /// True if a step that recurs, such as bells, is over; `nil` for others.
  package var isOver: Bool?
  package fileprivate(set) var isPart = false

  init(
    _ place: Place = .sound, label: String? = nil, from begin: Duration? = nil,
    to end: Duration? = nil, _ message: String, command: String
  ) {
    (self.place, self.label, self.begin, self.end) = (place, label, begin, end)
    (self.message, self.command) = (message, command)
  }
}

extension PlanOutlook {
  /// The steps by the time at which they begin, then what is heard in them. Those of each of several
  /// parts follow its heading.
  package func timeline(_ wording: Wording) -> [TimelineStep] {
    let steps = sessionSteps(wording)
    let inTime = steps.filter { $0.place != .sound }
    let sound = steps.filter { $0.place == .sound }
    guard plan.hasParts else { return inOrder(inTime + partSteps(0, wording) + [finish]) + sound }
    // Rows about the whole session stand among them, before a part that begins with it.
    var whole = inOrder(inTime)[...]
    var ordered: [TimelineStep] = []
    for step in plan.parts.indices.flatMap({ [heading($0)] + inOrder(partSteps($0, wording)) }) {
      while let next = whole.first, let begin = next.begin, let other = step.begin,
        begin < other || begin == other && step.isPart
      {
        ordered.append(whole.removeFirst())
      }
      ordered.append(step)
    }
    return ordered + whole + [finish] + sound
  }

  private func sessionSteps(_ wording: Wording) -> [TimelineStep] {
    [music(wording), silence].compactMap { $0 }
      + PlanClauses.all.filter { !$0.isOfPart }.flatMap { $0.steps(of: self, part: 0, wording) }
  }

  private func partSteps(_ part: Int, _ wording: Wording) -> [TimelineStep] {
    PlanClauses.all.flatMap { $0.steps(ofPart: part, of: self, wording) }
  }

  private func inOrder(_ steps: [TimelineStep]) -> [TimelineStep] {
    // Beside the rows of parts, those of a guide are about all of them.
    func place(_ step: TimelineStep) -> Int {
      (plan.hasParts && step.place == .guide ? .end : step.place).rawValue
    }
    return steps.sorted { left, right in
      switch (left.begin, right.begin) {
      case (let first?, let second?) where first != second: first < second
      case (_?, nil): true
      case (nil, _?): false
      case (_, _): place(left) < place(right)
      }
    }
  }

  /// The command that makes `line` about a part.
  func command(_ line: String, ofPart part: Int) -> String {
    (plan.hasParts ? "part \(part + 1) " : "") + line
  }

  private func heading(_ part: Int) -> TimelineStep {
    var step = TimelineStep(
      .opening, from: plan.begin(ofPart: part), to: end(ofPart: part), plan.name(ofPart: part),
      command: command(PlanChange.length(plan.parts[part].length).line, ofPart: part))
    step.isPart = true
    return step
  }

  private func music(_ wording: Wording) -> TimelineStep? {
    guard songs.count > 0 else { return nil }
    let length =
      isRepeating
      ? "repeated" : songs.length.text(wording) + (songs.unknownCount > 0 ? " and more" : "")
    return TimelineStep(
      .songs, from: .zero, to: musicStop, "music: \(counted(songs.count, "song")), \(length)",
      command: isRepeating ? "repeat off" : "pick NUMBERS")
  }

  private var silence: TimelineStep? {
    guard plan.outlastsSongs, let begin = silenceBegin else { return nil }
    return TimelineStep(
      .silence, from: begin, to: end, "silence",
      command: songs.count > 0 ? "repeat on" : "pick NUMBERS")
  }

  private var finish: TimelineStep {
    let message =
      if plan.playsWholeSongs, plan.end != nil {
        "the session ends with the song that plays then"
      } else if let until = plan.until {
        "the session ends at \(until.spelled)"
      } else {
        switch plan.length {
        case .songs: "the session ends with its last song"
        case .open: "the session ends with 'finish'"
        case .time: "the session ends"
        }
      }
    return TimelineStep(
      .end, from: end, to: end, message,
      command: plan.until.map { PlanChange.until($0).line }
        ?? (plan.hasParts ? "then 10m TITLE" : PlanChange.length(plan.length).line))
  }
}
