public import MeditationCore
public import MeditationLanguage
public import MeditationPlan
import MeditationText

/// The lines that answer a change of the plan, a clause each: "Session 20 minutes".
public enum PlanAnswer {
  /// The notes at the start of `session`: where it will differ from its plan, or end without a sound.
  @MainActor public static func startNotes(
    of session: MeditationViewModel, wording: Wording
  ) -> [String] {
    let outlook = PlanOutlook(of: session.state, musicLeft: session.musicLeft)
    return PlanNotes(outlook, lostDevice: nil, wording: wording).atStart.map(\.text)
  }

  /// One line for each clause of the plan that `change` changed.
  public static func lines(
    about change: SessionChange, wording: Wording = .screen
  ) -> [String] {
    let (old, new) = (change.before.plan, change.after.plan)
    // What was skipped returns at the next start, which nobody asked for.
    let asked: [PlanChange]? =
      if case .action(.plan(let changes)) = change.cause { changes } else { nil }
    guard old != new, asked != nil || old.unskipped != new.unskipped else { return [] }
    if asked?.contains(.off) ?? false, new.isEmpty { return [new.text] }
    if case .moveVoice? = asked?.last {
      return [place(ofVoice: old.voice(at: change.after.elapsed), in: change.after, wording)]
    }
    return lines(about: new.clauses(differingFrom: old), in: change.after, wording)
      + partLines(from: old, to: new, wording)
  }

  /// The lines about several parts: one of all of them if one came, left, moved or has another length,
  /// and one for each other clause that changed.
  private static func partLines(
    from old: Plan, to new: Plan, _ wording: Wording
  ) -> [String] {
    guard new.hasParts else { return [] }
    func heads(_ plan: Plan) -> [Part] { plan.parts.map { Part($0.title, $0.length) } }
    let parts = new.parts.enumerated().map { index, part in
      let length =
        switch part.length {
        case .time(let time): time.text(wording)
        case .songs: "songs"
        case .open: "open"
        }
      return "\(new.name(ofPart: index)) \(length)"
    }
    let isSame = heads(old) == heads(new)
    let all =
      isSame ? [] : ["\(counted(new.parts.count, "part")): \(parts.joined(separator: ", "))"]
    guard old.parts.map(\.title) == new.parts.map(\.title) else { return all }
    return all
      + new.parts.indices.flatMap { index in
        new.parts[index].clauses(differingFrom: old.parts[index]).compactMap { clause in
          if case .length = clause { return nil }
          return clause.words(wording).map { "\(new.name(ofPart: index)): \($0)" }
        }
      }
  }

  /// One line for each clause that `steps` set, as it is in `state`. An emptied plan, the volume and
  /// the level have none: their answers come from elsewhere.
  public static func lines(
    setBy steps: [PlanStep], in state: SessionState, wording: Wording = .screen
  ) -> [String] {
    if steps.contains(.change(.off)), state.phase == .listening, !state.plan.isEmpty {
      let kept = "'plan off' keeps what has passed, and the length of a session in silence."
      return [kept, state.plan.text]
    }
    if state.plan.hasParts { return [state.plan.text] }
    let changes = steps.map { $0.change(at: .midnight, drawingSeed: { 0 }) }
    return lines(about: changes.compactMap(state.plan.clause(setBy:)), in: state, wording)
  }

  /// Where `state` is in the voice that has moved: "Voice: body-scan, 5:30 of 12:00".
  private static func place(
    ofVoice moved: Speech?, in state: SessionState, _ wording: Wording
  ) -> String {
    guard let speech = state.plan.voice(at: state.elapsed) else {
      return "Voice: \(moved.map { Speech.name(ofFile: $0.path) } ?? "") is over"
    }
    let place = (state.elapsed - speech.begin).text(wording)
    return "Voice: \(Speech.name(ofFile: speech.path)), \(place)"
      + (speech.length.map { " of \($0.text(wording))" } ?? "")
  }

  private static func lines(
    about clauses: [PlanChange], in state: SessionState, _ wording: Wording
  ) -> [String] {
    clauses.compactMap { clause in
      if case .length = clause, state.phase == .listening { return end(of: state, wording) }
      return clause.words(wording)
    }
  }

  /// When a session that is listening ends.
  private static func end(of state: SessionState, _ wording: Wording) -> String {
    switch state.plan.length {
    case .songs: "Ends with the last song."
    case .open: "Ends when you type 'finish'."
    case .time(let end):
      "Ends at \(end.text(wording)), in \((end - state.elapsed).text(wording))."
    }
  }
}

// MARK: - The plan and its clauses in words

extension Plan {
  /// The plan in one line.
  public var text: String {
    isEmpty ? "No plan: the session is its songs" : "Plan: \(PlanText.line(of: self))"
  }
}

extension PlanChange {
  /// How many times of bells a line lists at most.
  static let mostTimes = 3

  /// The clause in a few words: "Session 20 minutes", "Fade off"; `nil` for the volume and the level,
  /// which have other answers, and for a change that is no clause.
  fileprivate func words(_ wording: Wording) -> String? {
    switch self {
    case .length(.songs): "Session as long as its songs"
    case .length(.open): "Session open; 'finish' ends it"
    case .length(.time(let end)): "Session \(end.value(wording))"
    case .settling(let time): "Settling \(time.orOff(wording))"
    case .begin(let time): time.map { "Begins at \($0.spelled)" } ?? "Begins at once"
    case .opening(let strokes): "Opening \(strokes.words(wording))"
    case .closing(let strokes): "Closing \(strokes.words(wording))"
    case .bells(let rules): rules.isEmpty ? "Bells off" : Self.words(for: rules, wording)
    case .bell(let sound): "Bell \(sound.text)"
    case .bellVolume(let percent): "Bell volume \(percent)%"
    case .fade(let time): "Fade \(time.orOff(wording))"
    case .crossfade(let time): "Crossfade \(time.orOff(wording))"
    case .repeat(let repeats): "Repeat \(repeats ? "on" : "off")"
    case .breath(let breath): "Breath \(breath?.words(wording) ?? "off")"
    case .breathVolume(let percent): "Breath volume \(percent)%"
    case .music(let plays): plays ? "Music on" : "Music off; it waits at its place"
    case .under(let layers):
      layers.isEmpty
        ? "Nothing under the session"
        : "Under the session: \(layers.map(\.words).joined(separator: ", "))"
    case .voices(let voices):
      voices.isEmpty
        ? "Voice off" : "Voice: \(voices.map { $0.words(wording) }.joined(separator: ", "))"
    case .voiceVolume(let percent): "Voice volume \(percent)%"
    case .guide(let guide):
      guide.map { "Guide \(Speech.name(ofFile: $0.path)), \(counted($0.lines.count, "line"))" }
        ?? "Guide off"
    case .layer, .removeLayer, .layerVolume, .voice, .moveVoice, .also, .volume, .level, .lengthen,
      .then, .part, .removePart, .movePart, .nextPart, .off:
      nil
    }
  }

  private static func words(for rules: [BellRule], _ wording: Wording) -> String {
    guard let first = rules.first?.words(wording) else { return "" }
    // "Bells every 5 minutes, and at 12:30: 2 strokes, gong"
    return
      ([first]
      + rules.dropFirst().map { rule in
        let words = rule.words(wording)
        return "and " + (words.hasPrefix("Bells ") ? String(words.dropFirst(6)) : words)
      }).joined(separator: "; ")
  }

  /// The command that makes this change. A long list of times is shortened.
  var command: String {
    guard case .bells(let rules) = self, let rule = rules.first else {
      return PlanText.line(of: [.change(self)])
    }
    return rule.command(isFirst: true)
  }
}

extension BellRule {
  /// The command that sets the rule, or adds it to others. A long list of times is shortened.
  func command(isFirst: Bool) -> String {
    func line(_ rule: BellRule) -> String {
      PlanText.line(of: [.change(isFirst ? .bells([rule]) : .also(rule))])
    }
    guard case .at(let times) = times, times.count > PlanChange.mostTimes else { return line(self) }
    return line(.at(Array(times.sorted().prefix(PlanChange.mostTimes)))) + " …"
  }

  /// The rule in a few words: "Bells every 5 minutes: 2 strokes, gong".
  fileprivate func words(_ wording: Wording) -> String {
    let times =
      switch times {
      case .every(let interval): "Bells every \(interval.value(wording))"
      case .at(let times): "Bells at \(Self.words(for: times, wording))"
      case .beforeEnd(let times): "Bells \(Self.words(for: times, wording)) before the end"
      case .random(let count, let seed): "\(counted(count, "random bell")), seed \(seed)"
      }
    return strokes == 1 ? times : "\(times): \(strokes.words(wording))"
  }

  private static func words(for times: [Duration], _ wording: Wording) -> String {
    let first = times.sorted().prefix(PlanChange.mostTimes).map { $0.exact(wording) }
      .joined(separator: ", ")
    let rest = times.count - PlanChange.mostTimes
    return first + (rest > 0 ? " and \(counted(rest, "more time"))" : "")
  }
}

extension Layer {
  /// "rain 60%", "drone A2 50% from the settling on".
  var words: String {
    "\(name) \(volume)%" + (beginsWithSettling ? " from the settling on" : "")
  }

  /// What it is called.
  var name: String { sound.path.map(Speech.name(ofFile:)) ?? sound.spelled }
}

extension Voice {
  /// "body-scan at 5 minutes".
  fileprivate func words(_ wording: Wording) -> String {
    Speech.name(ofFile: path) + (time > .zero ? " at \(time.exact(wording))" : "")
  }
}

extension Strokes {
  /// The strokes in a few words: "off", "3 strokes", "roll of 20 seconds, gong, volume 60%".
  func words(_ wording: Wording) -> String {
    let form =
      switch form {
      case .count where isNone: "off"
      case .count(let count, let apart):
        counted(count, "stroke")
          + (count == 1 || apart == Self.interval ? "" : " \(apart.value(wording)) apart")
      case .roll(let length): "roll of \(length.value(wording))"
      }
    return ([form] + bellWords).joined(separator: ", ")
  }

  /// The sound and the volume, where they are not those of the plan.
  var bellWords: [String] { [sound?.text, volume.map { "volume \($0)%" }].compactMap { $0 } }
}

extension Duration {
  fileprivate func orOff(_ wording: Wording) -> String {
    self == .zero ? "off" : value(wording)
  }
}

extension Bell.Sound {
  /// The name of the sound, ready for display; of a file, its path.
  var text: String { name ?? CleanText.clean(path ?? "") }
}

extension Breath {
  /// The phases with their lengths: "in 4 s, hold 7 s, out 8 s".
  func words(_ wording: Wording) -> String {
    [("in", inhale), ("hold", holdFull), ("out", exhale), ("hold", holdEmpty)]
      .filter { $0.1 > .zero }
      .map { "\($0) \($1.seconds(wording))" }.joined(separator: ", ")
  }
}
