public import CommandLanguage
public import MeditationCore
import Score
import Text

/// The lines that answer a change of the plan.
public enum PlanAnswer {
  /// What to know at the start of `session`, if nothing will be heard at its end.
  @MainActor public static func startNote(of session: MeditationViewModel) -> String? {
    PlanNotes(PlanOutlook(of: session.state, musicLeft: session.musicLeft), lostDevice: nil)
      .silentEnd
  }

  /// One line for each clause of the plan that `change` changed.
  public static func lines(
    about change: SessionChange, wording: Wording = .screen
  ) -> [String] {
    let (old, new) = (change.before.plan, change.after.plan)
    guard old != new else { return [] }
    if case .action(.plan(let changes)) = change.cause, changes.contains(.off), new.isEmpty {
      return [new.text]
    }
    return lines(about: new.clauses(differingFrom: old), in: change.after, wording)
  }

  /// One line for each clause that `steps` set, as it is in `state`; none for an emptied plan, and for
  /// the volume and the level, which have answers of their own.
  public static func lines(
    setBy steps: [PlanStep], in state: SessionState, wording: Wording = .screen
  ) -> [String] {
    let changes = steps.map { $0.change(drawingSeed: { 0 }) }
    return lines(about: changes.compactMap(state.plan.clause(setBy:)), in: state, wording)
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
      "Ends at \(end.text(wording)), in \((end - state.elapsed).countdown(wording))."
    }
  }
}
