import MeditationCore
import MeditationPlan
import MeditationText

/// The transport, and the position in the current song or silence, in one sentence.
package enum TransportText {
  /// The transport and the position: "Paused at 0:10.".
  package static func text(of state: SessionState, _ wording: Wording) -> String {
    switch state.transport {
    case .playing: "Playing \(place(in: state, wording))."
    case .paused, nil: "Paused \(place(in: state, wording))."
    }
  }

  /// The new transport or position after `change`; `nil` if the current song changed.
  package static func text(of change: SessionChange, _ wording: Wording) -> String? {
    let (before, after) = (change.before, change.after)
    guard before.phase == .listening, before.current == after.current,
      before.isSettling == after.isSettling
    else { return nil }
    let place = place(in: after, wording)
    switch (before.transport == .playing, after.transport == .playing) {
    case (true, false): return text(of: after, wording)
    case (false, false): return "\(place.capitalizedFirst), paused."
    case (false, true):
      // A moment later it is known if the device opens.
      if case .lost = before.sound, case .action = change.cause {
        return "Trying the sound device; the session resumes \(place)."
      }
      return "Resumed \(place)."
    case (true, true): return "\(place.capitalizedFirst)."
    }
  }

  /// "at 0:10" in the song or in a silence; where bells are told by session time, and in parts, that,
  /// too: "at 12:10, 0:10 into the song".
  private static func place(in state: SessionState, _ wording: Wording) -> String {
    let (plan, session) = (state.plan, state.elapsed.text(wording))
    guard state.music != .sounding else {
      let song = state.position.text(wording)
      return plan.isOfSongsAlone || song == session
        ? "at \(song)" : "at \(session), \(song) into the song"
    }
    guard !state.isSettling else {
      return "while settling, \((.zero - state.elapsed).text(wording)) to go"
    }
    let part = plan.part(at: state.elapsed)
    guard plan.parts.count > 1 else { return "in silence at \(session)" }
    let passed = (state.elapsed - plan.begin(ofPart: part)).text(wording)
    return passed == session
      ? "at \(session) in \(plan.name(ofPart: part))"
      : "at \(session), \(passed) into \(plan.name(ofPart: part))"
  }
}

extension String {
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension SessionChange {
  /// Where a session is that goes on at another session time; `nil` if it does not.
  package func jumpText(_ wording: Wording) -> String? {
    guard movesTime else { return nil }
    return after.rehearsal.map { _ in after.rehearsalText(wording) }
      ?? "Jumped to \(after.placeText(wording))."
  }
}

// MARK: - Strokes

extension Cue {
  /// The line at a stroke or where a part begins: "Bell 2 at 10:00."; `nil` for the end.
  package func text(in plan: Plan, _ wording: Wording = .screen) -> String? {
    switch kind {
    case .opening where isRoll: isFirst ? "Opening roll." : nil
    case .opening: "Opening \(word(in: plan))\(place)."
    case .bell: bellText(in: plan, wording)
    // The strokes behind the first are heard when the session may be over.
    case .closing where !isFirst: nil
    case .closing where isRoll: "Closing roll."
    case .closing: "Closing \(word(in: plan))\(count > 1 ? ", \(counted(count, "stroke"))" : "")."
    case .part: partText(in: plan, wording)
    case .line: self.text
    case .end: nil
    }
  }

  /// "Walk, 10:00."
  private func partText(in plan: Plan, _ wording: Wording) -> String? {
    guard plan.parts.indices.contains(part - 1) else { return nil }
    let length = plan.parts[part - 1].duration.map { ", \($0.text(wording))" } ?? ""
    let rest = plan.parts[part - 1].hasMusic ? "" : ", without music"
    return "\(plan.name(ofPart: part - 1))\(length)\(rest)."
  }

  /// Bells of one rule are numbered; those of several say what is struck.
  private func bellText(in plan: Plan, _ wording: Wording) -> String? {
    let occasion = (stroke - 1) / max(count, 1) + 1
    let rules = plan.parts.indices.contains(part - 1) ? plan.parts[part - 1].bells : []
    let number = rules.count > 1 ? "" : " \(occasion)"
    if isRoll { return isFirst ? "Roll\(number) at \(time.text(wording))." : nil }
    return "\(word(in: plan).capitalizedFirst)\(number)\(place) at \(time.text(wording))."
  }

  /// True if it is the first stroke of its occasion.
  package var isFirst: Bool { (stroke - 1) % max(count, 1) == 0 }

  /// " 2 of 3"; empty for one alone.
  private var place: String {
    count > 1 ? "\(kind == .bell ? "," : "") \((stroke - 1) % count + 1) of \(count)" : ""
  }

  /// The name of the sound where it is not the plan's bell.
  private func word(in plan: Plan) -> String {
    bell.sound == plan.bell.sound ? "bell" : bell.sound.name ?? "bell"
  }
}

// MARK: - The end

extension SessionSummary {
  /// "Session finished: 3 songs heard, 15:20 listened"; `sat` is `nil` without a plan.
  package func text(
    end: SessionEnd, sat: Duration? = nil, wording: Wording = .screen
  ) -> String {
    let verb =
      switch end {
      case .completed: sat == nil ? "finished" : "complete"
      case .stopped: "finished"
      case .left: "left"
      case .failed: "failed"
      }
    let sitting = sat.map { ["sat \($0.text(wording))"] } ?? []
    let music =
      sat != nil && songCount == 0
      ? [] : ["\(counted(heardCount, "song")) heard", "\(listened.text(wording)) listened"]
    let failed = failedCount == 0 ? [] : ["\(counted(failedCount, "song")) failed"]
    return "Session \(verb): " + (sitting + music + failed).joined(separator: ", ")
  }
}

extension SessionState {
  /// The session time, the length and the part: "25:00 of 60:00, Walk".
  package func placeText(_ wording: Wording) -> String {
    let length = plan.end.map { " of \($0.text(wording))" } ?? ""
    let part = plan.hasParts ? ", \(plan.name(ofPart: plan.part(at: elapsed)))" : ""
    return elapsed.text(wording) + length + part
  }

  /// When a session that waits for the clock begins, or what has passed of it; `nil` if at once.
  package func clockText(_ wording: Wording) -> String? {
    guard let clockStart, let begin = plan.begin?.spelled else { return nil }
    let wait = (.zero - elapsed).text(wording)
    if let moved = clockStart.moved?.spelled, elapsed < .zero {
      return "The clocks skip \(begin) that night: begins at \(moved), in \(wait)."
    }
    if elapsed >= .zero { return "Began at \(begin); the session is at \(placeText(wording))." }
    return clockStart.isNextDay
      ? "\(begin) has passed: begins tomorrow, in \(wait)." : "Begins at \(begin), in \(wait)."
  }

  /// Where a rehearsal is: "Rehearsal: 25:00 of 60:00, Walk."
  package func rehearsalText(_ wording: Wording) -> String {
    "Rehearsal: \(placeText(wording))."
  }

  /// True if bells go on ringing for some seconds after the end. Only the engine knows for how long.
  package var ringsOn: Bool {
    let isHeard = latestStroke.map { elapsed - $0.time < .seconds(10) } ?? false
    return isRinging && (isHeard || nextStroke != nil)
  }
}
