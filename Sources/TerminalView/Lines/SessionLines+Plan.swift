import CommandLanguage
import MeditationCore
import Practice
import Score
import SessionControl

/// The lines about the plan.
extension SessionLines {
  /// Prints the steps of the plan, and what to know beforehand.
  func plan() {
    show(PlanListing(of: session, bellIsCut: controller.bellIsCut, wording: wording))
  }

  /// Prints the parts that `steps` set, as they are.
  func plan(setBy steps: [PlanStep]) {
    let parts = steps.compactMap(PlanPart.init)
    guard !parts.isEmpty else { return output.say(session.state.plan.text) }
    for line in PlanAnswer.lines(about: parts, in: session.state, wording: wording) {
      output.say(line)
    }
  }

  /// Prints the start of a session.
  ///
  /// - Parameter isResumed: Whether it goes on in its middle.
  func started(isResumed: Bool) {
    let state = session.state
    // A user of a screen reader has already heard the list.
    if !isPlain, !session.playOrder.isEmpty { list() }
    if isPlain, let name = controller.practice?.sessionSet {
      let picked = state.picked
      let set = SetSummary(
        name: name, songCount: picked.count,
        length: TimeLeft(known: picked.length, isMore: picked.unknownCount > 0), plan: state.plan)
      output.say("Sitting '\(name.text)': \(set.contents(wording: wording)).")
    }
    if isResumed {
      output.say("The session goes on at \(max(state.elapsed, .zero).text(wording)).")
    }
    if !isResumed, let note = PlanAnswer.startNote(of: session) { output.say(note, as: .warning) }
    if state.isSettling {
      output.say("Settling for \(state.plan.settling.exact(wording)).")
    } else if isPlain || session.currentSong == nil {
      current()
    }
  }

  /// Prints what a change of the segment means for a session with a plan.
  ///
  /// - Returns: Whether that says all of it.
  func segment(_ change: SessionChange) -> Bool {
    let (before, after) = (change.before, change.after)
    guard before.current != nil, after.isSilent else { return false }
    // The session ends with its music.
    if let end = after.plan.end, end <= after.elapsed { return true }
    let end = after.plan.end.map { "until \($0.text(wording))" } ?? "until you type 'finish'"
    output.say("The music has ended; silence \(end).")
    return true
  }

  /// Prints the stroke that caused `change`, if one did.
  func bell(_ change: SessionChange) {
    guard case .engine(let event) = change.cause, case .cue(let cue) = event.kind,
      change.outcome != .dropped, let text = cue.text(in: change.after.plan, wording)
    else { return }
    output.say(text, as: .muted)
  }
}
