import MeditationCore
import MeditationPlan
import MeditationScreens
import MeditationText

extension ModeChange: JSONObject {
  package func writeMembers(to json: inout JSONText) {
    json.add("from", from.description)
    json.add("song", song + 1)
    json.add("to", to.description)
  }
}

extension JSONMessage {
  // MARK: - Songs

  /// The new order of `songs`, the picked ones or those of the session; indices from 0.
  static func order(_ arrangement: Arrangement, of songs: [Int]) -> Self {
    let kind =
      switch arrangement.playing {
      case .asListed: "listed"
      case .shuffled: "shuffled"
      case .moved: "moved"
      }
    let numbers = songs.map { $0 + 1 }
    return Self("order", ["kind": kind, "seed": arrangement.seed, "songs": numbers])
  }

  static func repeating(_ repeats: Repeat) -> Self {
    Self("repeat", ["on": repeats != .off, "one": repeats == .one])
  }

  static func finishing(afterSong isAfterSong: Bool) -> Self {
    Self("finish-after", ["song": isAfterSong])
  }

  // MARK: - The session

  static func phase(from old: Phase, to new: Phase) -> Self {
    Self("phase", ["from": old.rawValue, "to": new.rawValue])
  }

  /// The current song was resumed or paused, or the pause has another cause; `nil` if neither.
  static func transport(_ change: SessionChange) -> Self? {
    let (before, after) = (change.before, change.after)
    let isHeldOtherwise =
      after.transport == .paused && after.pauseCause != nil
      && before.pauseCause != after.pauseCause
    let new = after.transport.jsonWord
    guard before.transport.jsonWord != new || isHeldOtherwise else { return nil }
    let reason = after.pauseCause?.reason
    return Self("transport", ["cause": change.cause.jsonWord, "reason": reason, "to": new])
  }

  /// The position in the current song, with an index from 0: once a second, and after a jump.
  static func position(_ time: Duration, of song: Int, isJump: Bool) -> Self {
    Self("position", ["jump": isJump, "seconds": time, "song": song + 1])
  }

  static func jump(to state: SessionState) -> Self {
    let part = state.plan.part(at: state.elapsed) + 1
    let isRehearsal = state.rehearsal != nil
    return Self("jump", ["elapsed": state.elapsed, "part": part, "rehearsal": isRehearsal])
  }

  /// A bell of `plan` was struck, a part or a line of the guide began, or the length has passed.
  static func cue(_ cue: Cue, in plan: Plan) -> Self {
    let stroke = cue.kind.isStroke ? cue : nil
    let line = cue.kind == .line ? cue : nil
    let index = cue.part - 1
    let title = plan.parts.indices.contains(index) ? plan.parts[index].title : nil
    return Self(
      "cue",
      [
        "count": stroke?.count, "elapsed": cue.time, "kind": cue.kind.rawValue, "part": cue.part,
        "sound": stroke?.bell.sound.jsonWord, "stroke": stroke?.stroke, "text": line?.text,
        "title": title,
      ])
  }

  // MARK: - The sound

  /// The fault or the end of the sound that caused `change`; `nil` if neither did.
  ///
  /// A device fault is reported even if the session dropped the event: it is still true.
  static func fault(_ change: SessionChange) -> Self? {
    guard case .engine(let event) = change.cause else { return nil }
    let isDropped = change.outcome == .dropped
    let song = isDropped ? nil : change.before.current
    let position = song == nil ? nil : event.position
    switch event.kind {
    case .damaged(let lost) where !isDropped:
      return fault("song-damaged", song: song, at: position, lost: lost)
    case .failed(let reason) where !isDropped:
      return fault("song-failed", reason, song: song, at: position)
    case .deviceLost(let reason):
      return fault("device-lost", reason, song: song, at: position)
    case .deviceRestored: return fault("device-restored")
    case .soundMoved(let reason) where !isDropped: return fault("sound-moved", reason)
    case .noDevice(let reason): return fault("no-device", reason)
    case .underrun(let lost): return fault("underrun", lost: lost)
    case .stalled: return fault("stalled")
    case .measuring where change.before.measured == nil: return fault("measuring")
    case .mixedDown(let count, let left):
      return fault("mixed-down", FaultText.mixing(count, to: left), song: song)
    case .gainRefused(let reason) where !isDropped:
      return fault("gain-refused", reason, song: song)
    case .laneFailed(let path, let reason): return fault("lane-failed", "\(path): \(reason)")
    case .outputFailed(let reason): return fault("output-failed", reason)
    case .damaged, .failed, .soundMoved, .measuring, .gainRefused, .position, .crossed, .ended,
      .cue, .rangOut:
      return nil
    }
  }

  /// A fault at `position` of the song with index `song`, or of no song; `lost` was not heard.
  private static func fault(
    _ kind: String, _ reason: String? = nil, song: Int? = nil, at position: Duration? = nil,
    lost: Duration? = nil
  ) -> Self {
    let number = song.map { $0 + 1 }
    return Self(
      "fault",
      ["kind": kind, "lost": lost, "position": position, "reason": reason, "song": number])
  }
}

extension SessionChange.Cause {
  /// The protocol's name for the cause of a transport change; `end` is the session's end.
  fileprivate var jsonWord: String {
    switch self {
    case .action, .arrival, .length: "user"
    case .engine(let event):
      switch event.kind {
      case .deviceLost, .deviceRestored, .soundMoved, .noDevice, .underrun, .stalled, .measuring,
        .mixedDown, .gainRefused, .laneFailed:
        "device"
      case .position, .crossed, .ended, .damaged, .failed, .outputFailed, .cue, .rangOut:
        "end"
      }
    }
  }
}

extension Transport? {
  /// The protocol's name for the transport; `nil` means that nothing plays.
  var jsonWord: String {
    switch self {
    case .playing: "playing"
    case .paused, nil: "paused"
    }
  }
}
