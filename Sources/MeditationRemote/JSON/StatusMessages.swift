import MeditationCore
import MeditationPlan
import MeditationScreens
import MeditationText

extension JSONMessage {
  /// The current state of the session, without the modes of its songs.
  @MainActor static func status(of session: MeditationViewModel) -> Self {
    let state = session.state
    let part: Int? = state.phase == .listening ? state.plan.part(at: state.elapsed) + 1 : nil
    let position: Duration? = state.current.map { _ in state.position }
    let nextBell: Duration? = session.nextStroke.map { $0.time - state.elapsed }
    let segment: String? = state.segment.map { $0.songID == nil ? "silence" : "song" }
    let song: Int? = state.current.map { $0 + 1 }
    let isJumped = state.jumped != nil
    let isRehearsal = state.rehearsal != nil
    let repeats = state.plan.repeats != .off
    let repeatsOne = state.plan.repeats == .one
    return Self(
      "status",
      [
        "artist": session.currentSong?.subtitle, "elapsed": state.elapsed,
        "finishesAfterSong": state.finishesAfterSong, "gain": state.gain.map(JSONDecibels.init),
        "jumped": isJumped, "left": session.timeLeft, "level": state.level.rawValue,
        "locked": state.isLocked, "measured": state.measured, "music": state.music?.rawValue,
        "nextBell": nextBell, "part": part, "pausedBy": state.pauseCause?.jsonWord,
        "phase": state.phase.rawValue, "picked": state.picked, "plan": state.plan,
        "position": position, "reason": state.pauseCause?.reason, "rehearsal": isRehearsal,
        "repeat": repeats, "repeatOne": repeatsOne, "ringing": state.isRinging,
        "seed": state.arrangement.seed, "segment": segment, "song": song,
        "sound": state.sound.word, "soundReason": state.sound.reason,
        "summary": summary(of: state, end: state.end), "title": session.currentSong?.title,
        "transport": state.transport.jsonWord, "volume": state.volume,
      ])
  }

  /// The summary of a session that has ended, or ends now, with `end`.
  static func summary(of state: SessionState, end: SessionEnd?) -> Self {
    let summary = state.summary
    return Self(
      "summary",
      [
        "end": end?.rawValue, "failed": summary.failedCount, "heard": summary.heardCount,
        "listened": summary.listened, "sat": state.sat, "songs": summary.songCount,
      ])
  }

  /// How songs are brought to one loudness, and the gain of the current one.
  static func level(of state: SessionState) -> Self {
    Self("level", ["gain": state.gain.map(JSONDecibels.init), "level": state.level.rawValue])
  }

  /// A message for each setting that `change` changed.
  static func settings(_ change: SessionChange) -> [Self] {
    let (before, after) = (change.before, change.after)
    var messages: [Self] = []
    if before.volume != after.volume { messages.append(volume(after.volume)) }
    if before.level != after.level { messages.append(level(of: after)) }
    if before.plan.repeats != after.plan.repeats { messages.append(repeating(after.plan.repeats)) }
    if before.finishesAfterSong != after.finishesAfterSong {
      messages.append(finishing(afterSong: after.finishesAfterSong))
    }
    if before.isLocked != after.isLocked, after.phase == .listening {
      messages.append(practice(after.isLocked ? "session-locked" : "session-unlocked"))
    }
    return messages
  }

  static func volume(_ percent: Int) -> Self { Self("volume", ["percent": percent]) }
}

extension PickedTotal: JSONRecord {
  package var members: [String: any JSONValue] {
    ["length": length, "songs": count, "unknown": unknownCount]
  }
}

extension PauseCause {
  fileprivate var jsonWord: String {
    switch self {
    case .user: "user"
    case .device: "device"
    }
  }
}
