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

  /// Prints the clauses that `steps` set, as they are.
  func plan(setBy steps: [PlanStep]) {
    let lines = PlanAnswer.lines(setBy: steps, in: session.state, wording: wording)
    guard !lines.isEmpty else { return output.say(session.state.plan.text) }
    for line in lines { output.say(line) }
  }

  /// Prints the start of a session.
  ///
  /// - Parameters:
  ///   - isResumed: Whether it goes on in its middle.
  ///   - song: The row of the song with which it begins.
  func started(isResumed: Bool, with song: SongRow?) {
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
    } else if session.currentSong == nil {
      silence()
    } else if isPlain, let song {
      current(song)
    }
  }

  /// Prints that silence follows the last song.
  func musicEnded() {
    let (plan, elapsed) = (session.state.plan, session.state.elapsed)
    // The session ends with its music.
    if let end = plan.end, end <= elapsed { return }
    let end = plan.end.map { "until \($0.text(wording))" } ?? "until you type 'finish'"
    output.say("The music has ended; silence \(end).")
  }

  /// Prints the stroke that caused `change`, if one did.
  func bell(_ change: SessionChange) {
    guard case .engine(let event) = change.cause, case .cue(let cue) = event.kind,
      change.outcome != .dropped, let text = cue.text(in: change.after.plan, wording)
    else { return }
    output.say(text, as: .muted)
  }
}
