import MeditationCore
import MeditationPlan
import MeditationText

/// The lines that answer a change of the plan, a clause each: "Session 20 minutes".
package enum PlanAnswer {
  /// The notes at the start of `session`: where it will differ from its plan, or end without a sound.
  @MainActor package static func startNotes(
    of session: MeditationViewModel, wording: Wording
  ) -> [String] {
    PlanNotes(outlook: PlanOutlook(of: session), wording: wording).atStart.map(\.text)
  }

  /// One line for each clause of the plan that `change` changed.
  package static func lines(
    about change: SessionChange, wording: Wording = .screen
  ) -> [String] {
    let (old, new) = (change.before.plan, change.after.plan)
    // The next start brings back what was skipped, which nobody asked for.
    let asked: [PlanChange]? =
      switch change.cause {
      case .action(.plan(let changes)): changes
      case .action(.finishAfter): []
      default: nil
      }
    guard old != new, asked != nil || old.unskipped != new.unskipped else { return [] }
    if asked?.contains(.off) ?? false, new.isEmpty { return [new.text] }
    if case .moveVoice? = asked?.last {
      return [place(ofVoice: old.voice(at: change.after.elapsed), in: change.after, wording)]
    }
    return lines(about: new.clauses(differingFrom: old), in: change.after, wording)
      + partLines(from: old, to: new, wording)
  }

  /// A line about all parts if they or their lengths changed, and one for each other clause that did.
  private static func partLines(
    from old: Plan, to new: Plan, _ wording: Wording
  ) -> [String] {
    guard new.hasParts else { return [] }
    func heads(_ plan: Plan) -> [Part] { plan.parts.map { Part($0.title, $0.length) } }
    let all = heads(old) == heads(new) ? [] : [partsLine(of: new, wording)]
    guard old.parts.map(\.title) == new.parts.map(\.title) else { return all }
    return all
      + new.parts.indices.flatMap { index in
        new.parts[index].clauses(differingFrom: old.parts[index]).compactMap { clause in
          if case .length = clause { return nil }
          return (clause.edit as? any PlanClause)?.answer(ofPart: wording).map {
            "\(new.name(ofPart: index)): \($0)"
          }
        }
      }
  }

  /// "2 parts: Sit 25:00, Walk 10:00"
  private static func partsLine(of plan: Plan, _ wording: Wording) -> String {
    let parts = plan.parts.enumerated().map { index, part in
      let length =
        switch part.length {
        case .time(let time): time.text(wording)
        case .songs: "songs"
        case .open: "open"
        }
      return "\(plan.name(ofPart: index)) \(length)"
    }
    return "\(counted(plan.parts.count, "part")): \(parts.joined(separator: ", "))"
  }

  /// The clauses of the plan, in the session and in its parts, that begin with `word`, a line each.
  package static func lines(
    of word: String, in state: SessionState, wording: Wording
  ) -> [String] {
    let plan = state.plan
    if ["for", "then", "part"].contains(word), plan.hasParts {
      return [partsLine(of: plan, wording)]
    }
    let word = word == "also" ? "bells" : word
    func isMeant(_ clause: PlanChange) -> Bool {
      clause.edit.map { type(of: $0).word.name == word } ?? false
    }
    let whole = lines(about: plan.clauses.filter(isMeant), in: state, wording)
    guard plan.hasParts else { return whole }
    let parts = plan.parts.indices.flatMap { index in
      let part = plan.parts[index]
      return part.clauses(differingFrom: Part(part.title, part.length)).filter(isMeant)
        .compactMap { clause in
          (clause.edit as? any PlanClause)?.answer(ofPart: wording).map {
            "\(plan.name(ofPart: index)): \($0)"
          }
        }
    }
    let isNone = whole.isEmpty && parts.isEmpty
    return whole + parts
      + (isNone ? lines(about: Plan().clauses.filter(isMeant), in: state, wording) : [])
  }

  /// One line for each clause that `steps` set. Volume and level are answered elsewhere.
  package static func lines(
    setBy steps: [PlanStep], in state: SessionState, wording: Wording = .screen
  ) -> [String] {
    if steps.contains(.change(.off)), state.phase == .listening, !state.plan.isEmpty {
      let kept = "'plan off' keeps what has passed, and the length of a session in silence."
      return [kept, state.plan.text]
    }
    if state.plan.hasParts { return [state.plan.text] }
    let clauses = steps.compactMap { state.plan.clause(setBy: $0.exampleChange) }
    return lines(about: clauses, in: state, wording)
  }

  /// The place in the voice that has moved: "Voice: body-scan, 5:30 of 12:00".
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
      return (clause.edit as? any PlanClause)?.answer(wording)
    }
  }

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
  package var text: String {
    isEmpty ? "No plan: the session is its songs" : "Plan: \(PlanText.line(of: self))"
  }
}
