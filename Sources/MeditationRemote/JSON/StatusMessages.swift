import MeditationCore
import MeditationPlan
import MeditationScreens
import MeditationText

extension JSONMessage {
  /// The current state of the session, without the modes of its songs.
  struct Status: JSONLine {
    let type = "status"
    private let state: SessionState
    private let title: String?
    private let artist: String?
    private let left: Duration?

    @MainActor init(of session: MeditationViewModel) {
      state = session.state
      title = session.currentSong?.title
      artist = session.currentSong?.subtitle
      left = session.timeLeft
    }

    func writeMembers(to json: inout JSONText) {
      let part: Int? =
        state.phase == .listening ? state.plan.part(at: state.elapsed) + 1 : nil
      json.add("artist", artist)
      json.add("elapsed", state.elapsed)
      json.add("finishesAfterSong", state.finishesAfterSong)
      json.add("gain", state.gain.map(JSONDecibels.init))
      json.add("jumped", state.jumped != nil)
      json.add("left", left)
      json.add("level", state.level.rawValue)
      json.add("measured", state.measured)
      json.add("nextBell", state.nextStroke.map { $0.time - state.elapsed })
      json.add("part", part)
      json.add("pausedBy", state.pauseCause?.jsonWord)
      json.add("phase", state.phase.rawValue)
      json.add("picked", state.picked)
      json.add("plan", state.plan)
      json.add("position", state.current.map { _ in state.position })
      json.add("reason", state.pauseCause?.reason)
      json.add("rehearsal", state.rehearsal != nil)
      json.add("repeat", state.plan.repeats != .off)
      json.add("repeatOne", state.plan.repeats == .one)
      json.add("seed", state.arrangement.seed)
      json.add("segment", state.segment?.jsonWord)
      json.add("song", state.current.map { $0 + 1 })
      json.add("summary", JSONMessage.summary(of: state, end: state.end))
      json.add("title", title)
      json.add("transport", state.transport.jsonWord)
      json.add("volume", state.volume)
    }
  }

  /// The summary of a session.
  ///
  /// - Parameter end: How it ended, or ends now.
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

  static func volume(_ percent: Int) -> Self { Self("volume", ["percent": percent]) }
}

extension PickedTotal: JSONObject {
  package func writeMembers(to json: inout JSONText) {
    json.add("length", length)
    json.add("songs", count)
    json.add("unknown", unknownCount)
  }
}

extension Segment {
  fileprivate var jsonWord: String {
    switch self {
    case .song: "song"
    case .silence: "silence"
    }
  }
}
