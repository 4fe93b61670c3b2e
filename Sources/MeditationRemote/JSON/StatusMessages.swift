import MeditationControl
import MeditationCore
import MeditationPlan
import MeditationScreens
import MeditationText

extension JSONMessage {
  /// The current state of the session, without the modes of its songs.
  struct Status: JSONLine {
    static let type = "status"
    let phase: String
    let transport: String
    let pausedBy: TransportChange.Cause?
    let reason: String?
    let isRehearsal: Bool
    let repeats: Repeat
    let finishesAfterSong: Bool
    let measured: Int?
    let seed: Int?
    let song: Int?
    let title: String?
    let artist: String?
    let position: Duration?
    let part: Int?
    let nextBell: Duration?
    let volume: Int
    let level: LevelBody
    let segment: String?
    let elapsed: Duration
    let isJumped: Bool
    let left: Duration?
    let plan: PlanBody
    let picked: Picked
    let summary: Summary

    @MainActor init(of session: MeditationViewModel) {
      let state = session.state
      phase = state.phase.rawValue
      transport = state.transport.jsonWord
      pausedBy = state.pauseCause.map(TransportChange.Cause.init)
      reason = state.pauseCause?.reason
      isRehearsal = state.rehearsal != nil
      repeats = state.plan.repeats
      finishesAfterSong = state.finishesAfterSong
      measured = state.measured
      seed = state.arrangement.seed
      song = state.current.map { $0 + 1 }
      title = session.currentSong?.title
      artist = session.currentSong?.subtitle
      position = state.current.map { _ in state.position }
      part = state.phase == .listening ? state.plan.part(at: state.elapsed) + 1 : nil
      nextBell = state.nextStroke.map { $0.time - state.elapsed }
      volume = state.volume
      level = LevelBody(state)
      segment = state.segment?.jsonWord
      elapsed = state.elapsed
      isJumped = state.jumped != nil
      left = session.timeLeft
      plan = PlanBody(plan: state.plan)
      picked = Picked(state.picked)
      summary = Summary(state)
    }

    func writeMembers(to json: inout JSONText) {
      json.add("artist", artist)
      json.add("elapsed", elapsed)
      json.add("finishesAfterSong", finishesAfterSong)
      json.add("gain", level.gain)
      json.add("jumped", isJumped)
      json.add("left", left)
      json.add("level", level.level)
      json.add("measured", measured)
      json.add("nextBell", nextBell)
      json.add("part", part)
      json.add("pausedBy", pausedBy?.rawValue)
      json.add("phase", phase)
      json.add("picked", picked)
      json.add("plan", plan)
      json.add("position", position)
      json.add("reason", reason)
      json.add("rehearsal", isRehearsal)
      json.add("repeat", repeats != .off)
      json.add("repeatOne", repeats == .one)
      json.add("seed", seed)
      json.add("segment", segment)
      json.add("song", song)
      json.add("summary", summary)
      json.add("title", title)
      json.add("transport", transport)
      json.add("volume", volume)
    }
  }

  /// The number and total length of the picked songs.
  struct Picked: JSONObject {
    let songs: Int
    let length: Duration
    let unknown: Int

    init(_ total: PickedTotal) {
      songs = total.count
      length = total.length
      unknown = total.unknownCount
    }

    func writeMembers(to json: inout JSONText) {
      json.add("length", length)
      json.add("songs", songs)
      json.add("unknown", unknown)
    }
  }

  /// The summary of a session.
  struct Summary: JSONLine {
    static let type = "summary"
    let songs: Int
    let heard: Int
    let failed: Int
    let listened: Duration
    let sat: Duration
    let end: SessionEnd?

    /// Creates the summary of a session that ended as `state` says.
    init(_ state: SessionState) { self.init(state, end: state.end) }

    /// Creates the summary of a session that ends now.
    init(_ state: SessionState, end: SessionEnd?) {
      let summary = state.summary
      songs = summary.songCount
      heard = summary.heardCount
      failed = summary.failedCount
      listened = summary.listened
      sat = state.sat
      self.end = end
    }

    func writeMembers(to json: inout JSONText) {
      json.add("end", end?.rawValue)
      json.add("failed", failed)
      json.add("heard", heard)
      json.add("listened", listened)
      json.add("sat", sat)
      json.add("songs", songs)
    }
  }

  /// How songs are brought to one loudness, and the gain of the current one.
  struct LevelBody: JSONLine {
    static let type = "level"
    let level: String
    let gain: JSONDecibels?

    init(_ state: SessionState) {
      level = state.level.rawValue
      gain = state.gain.map(JSONDecibels.init)
    }

    func writeMembers(to json: inout JSONText) {
      json.add("gain", gain)
      json.add("level", level)
    }
  }

  /// The current volume.
  struct Volume: JSONLine {
    static let type = "volume"
    let percent: Int

    func writeMembers(to json: inout JSONText) {
      json.add("percent", percent)
    }
  }
}

extension Segment {
  /// The name in the protocol.
  fileprivate var jsonWord: String {
    switch self {
    case .song: "song"
    case .silence: "silence"
    }
  }
}
