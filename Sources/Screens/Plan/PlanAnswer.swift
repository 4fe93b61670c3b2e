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

  /// One line for each part of the plan that `change` changed.
  public static func lines(
    about change: SessionChange, wording: Wording = .screen
  ) -> [String] {
    let (old, new) = (change.before.plan, change.after.plan)
    guard old != new else { return [] }
    if case .action(.plan(let changes)) = change.cause, changes.contains(.off), new.isEmpty {
      return [new.text]
    }
    return lines(about: PlanPart.changed(from: old, to: new), in: change.after, wording: wording)
  }

  /// The lines about `parts` as they are in `state`.
  public static func lines(
    about parts: [PlanPart], in state: SessionState, wording: Wording = .screen
  ) -> [String] {
    parts.map { part in
      part == .length && state.phase == .listening
        ? end(of: state, wording) : part.words(in: state.plan, wording)
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
