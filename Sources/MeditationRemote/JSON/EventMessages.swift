import MeditationCore
import MeditationPlan
import MeditationScreens
import MeditationText

/// A change of a song's mode.
extension ModeChange: JSONLine {
  package static let type = "mode"

  package func writeMembers(to json: inout JSONText) {
    json.add("from", from.description)
    json.add("song", song + 1)
    json.add("to", to.description)
  }
}

extension JSONMessage {
  // MARK: - Songs

  /// The order in which songs play changed.
  struct Order: JSONLine {
    static let type = "order"
    let arrangement: Arrangement
    /// The picked songs, or those of the session, in their order; indices from 0.
    let songs: [Int]

    func writeMembers(to json: inout JSONText) {
      let kind =
        switch arrangement.playing {
        case .asListed: "listed"
        case .shuffled: "shuffled"
        case .moved: "moved"
        }
      json.add("kind", kind)
      json.add("seed", arrangement.seed)
      json.add("songs", songs.map { $0 + 1 })
    }
  }

  /// Repeat was turned on or off, or on for one song.
  struct Repeating: JSONLine {
    static let type = "repeat"
    let repeats: Repeat

    func writeMembers(to json: inout JSONText) {
      json.add("on", repeats != .off)
      json.add("one", repeats == .one)
    }
  }

  /// The session is to end after the current song, or no longer.
  struct FinishAfter: JSONLine {
    static let type = "finish-after"
    let song: Bool

    func writeMembers(to json: inout JSONText) { json.add("song", song) }
  }

  // MARK: - The session

  /// A change of the session's phase.
  struct PhaseChange: JSONLine {
    static let type = "phase"
    let from: Phase
    let to: Phase

    func writeMembers(to json: inout JSONText) {
      json.add("from", from.rawValue)
      json.add("to", to.rawValue)
    }
  }

  /// The current song was resumed or paused, or the cause of a pause changed.
  struct TransportChange: JSONLine {
    static let type = "transport"
    let to: String
    let cause: String
    let reason: String?

    /// Creates the message for `change`; `nil` if the transport did not change.
    init?(_ change: SessionChange) {
      let (before, after) = (change.before, change.after)
      let isHeldOtherwise =
        after.transport == .paused && after.pauseCause != nil
        && before.pauseCause != after.pauseCause
      to = after.transport.jsonWord
      guard before.transport.jsonWord != to || isHeldOtherwise else { return nil }
      cause = change.cause.jsonWord
      reason = after.pauseCause?.reason
    }

    func writeMembers(to json: inout JSONText) {
      json.add("cause", cause)
      json.add("reason", reason)
      json.add("to", to)
    }
  }

  /// The position in the current song: once a second, and after a jump.
  struct Position: JSONLine {
    static let type = "position"
    /// An index, from 0.
    let song: Int
    let seconds: Duration
    let jump: Bool

    func writeMembers(to json: inout JSONText) {
      json.add("jump", jump)
      json.add("seconds", seconds)
      json.add("song", song + 1)
    }
  }

  /// The session goes on at another session time.
  struct Jump: JSONLine {
    static let type = "jump"
    private let state: SessionState

    /// Creates the message for `change`; `nil` if session time only passed.
    init?(_ change: SessionChange) {
      guard change.movesTime else { return nil }
      state = change.after
    }

    func writeMembers(to json: inout JSONText) {
      json.add("elapsed", state.elapsed)
      json.add("part", state.plan.part(at: state.elapsed) + 1)
      json.add("rehearsal", state.rehearsal != nil)
    }
  }

  /// A bell was struck, a part began, a line of the guide came, or the session's length has passed.
  struct CueReached: JSONLine {
    static let type = "cue"
    private let cue: Cue
    private let title: String?

    /// Creates the message for `change`; `nil` if no cue caused it.
    init?(_ change: SessionChange) {
      guard let cue = change.cue else { return nil }
      self.init(cue, in: change.after.plan)
    }

    /// Creates the message for a cue of `plan`.
    init(_ cue: Cue, in plan: Plan) {
      self.cue = cue
      let index = cue.part - 1
      title = plan.parts.indices.contains(index) ? plan.parts[index].title : nil
    }

    func writeMembers(to json: inout JSONText) {
      let stroke = cue.kind.isStroke ? cue : nil
      let line = cue.kind == .line ? cue : nil
      json.add("count", stroke?.count)
      json.add("elapsed", cue.time)
      json.add("kind", cue.kind.rawValue)
      json.add("part", cue.part)
      json.add("sound", stroke?.bell.sound.jsonWord)
      json.add("stroke", stroke?.stroke)
      json.add("text", line?.text)
      json.add("title", title)
    }
  }

  // MARK: - The sound

  /// A fault of the sound, or its end.
  struct Fault: JSONLine {
    static let type = "fault"

    let kind: String
    let song: Int?
    let position: Duration?
    let reason: String?
    /// How much of a damaged song could not be decoded.
    let lost: Duration?

    /// Creates a fault at `position` of the song with index `song`, or of no song.
    init(
      kind: String, song: Int? = nil, at position: Duration? = nil, reason: String?,
      lost: Duration? = nil
    ) {
      self.kind = kind
      self.song = song.map { $0 + 1 }
      self.position = position
      self.reason = reason
      self.lost = lost
    }

    /// Creates the fault that caused `change`; `nil` if no fault did.
    ///
    /// A device fault is reported even if the session dropped the event: it is still true.
    init?(_ change: SessionChange) {
      guard case .engine(let event) = change.cause else { return nil }
      let isDropped = change.outcome == .dropped
      let song = isDropped ? nil : change.before.current
      let position = song == nil ? nil : event.position
      switch event.kind {
      case .damaged(let lost):
        guard !isDropped else { return nil }
        self.init(kind: "song-damaged", song: song, at: position, reason: nil, lost: lost)
      case .failed(let reason):
        guard !isDropped else { return nil }
        self.init(kind: "song-failed", song: song, at: position, reason: reason)
      case .deviceLost(let reason):
        self.init(kind: "device-lost", song: song, at: position, reason: reason)
      case .deviceRestored: self.init(kind: "device-restored", reason: nil)
      case .noDevice(let reason): self.init(kind: "no-device", reason: reason)
      case .underrun(let lost): self.init(kind: "underrun", reason: nil, lost: lost)
      case .stalled: self.init(kind: "stalled", reason: nil)
      case .measuring:
        guard change.before.measured == nil else { return nil }
        self.init(kind: "measuring", reason: nil)
      case .mixedDown(let count, let left):
        self.init(kind: "mixed-down", song: song, reason: FaultText.mixing(count, to: left))
      case .gainRefused(let reason):
        guard !isDropped else { return nil }
        self.init(kind: "gain-refused", song: song, reason: reason)
      case .laneFailed(let path, let reason):
        self.init(kind: "lane-failed", reason: "\(path): \(reason)")
      case .outputFailed(let reason): self.init(kind: "output-failed", reason: reason)
      case .position, .crossed, .ended, .cue, .rangOut: return nil
      }
    }

    func writeMembers(to json: inout JSONText) {
      json.add("kind", kind)
      json.add("lost", lost)
      json.add("position", position)
      json.add("reason", reason)
      json.add("song", song)
    }
  }
}

extension PauseCause {
  /// The name in the protocol.
  var jsonWord: String {
    switch self {
    case .user: "user"
    case .device: "device"
    }
  }
}

extension SessionChange.Cause {
  /// The name in the protocol of what changed the transport; `end` is the session's own end.
  fileprivate var jsonWord: String {
    switch self {
    case .action, .arrival, .length: "user"
    case .engine(let event):
      switch event.kind {
      case .deviceLost, .deviceRestored, .noDevice, .underrun, .stalled, .measuring, .mixedDown,
        .gainRefused, .laneFailed:
        "device"
      case .position, .crossed, .ended, .damaged, .failed, .outputFailed, .cue, .rangOut:
        "end"
      }
    }
  }
}

extension Transport? {
  /// The name of the transport state in the protocol; where there is none, nothing plays.
  var jsonWord: String {
    switch self {
    case .playing: "playing"
    case .paused, nil: "paused"
    }
  }
}
