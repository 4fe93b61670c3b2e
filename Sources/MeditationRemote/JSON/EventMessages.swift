import MeditationControl
import MeditationCore
import MeditationPlan
import MeditationScreens
import MeditationText

extension JSONMessage {
  // MARK: - Songs

  /// A change of a song's mode.
  struct Mode: JSONLine {
    static let type = "mode"
    let song: Int
    let from: String
    let to: String

    init(_ change: ModeChange) {
      song = change.song + 1
      from = change.from.description
      to = change.to.description
    }

    func writeMembers(to json: inout JSONText) {
      json.add("from", from)
      json.add("song", song)
      json.add("to", to)
    }
  }

  /// The order in which songs play changed.
  struct Order: JSONLine {
    static let type = "order"
    let kind: String
    let seed: Int?
    /// The picked songs, or those of the session, in their order; indices from 0.
    let songs: [Int]

    init(_ arrangement: Arrangement, songs: [Int]) {
      switch arrangement.playing {
      case .asListed: (kind, seed) = ("listed", nil)
      case .shuffled(let number): (kind, seed) = ("shuffled", number)
      case .moved: (kind, seed) = ("moved", nil)
      }
      self.songs = songs
    }

    func writeMembers(to json: inout JSONText) {
      json.add("kind", kind)
      json.add("seed", seed)
      json.add("songs", songs.map { $0 + 1 })
    }
  }

  /// Repeat was turned on or off, or on for one song.
  struct Repeating: JSONLine {
    static let type = "repeat"
    let repeats: Repeat

    init(_ repeats: Repeat) { self.repeats = repeats }

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
    let from: String
    let to: String

    init(from old: Phase, to new: Phase) {
      from = old.rawValue
      to = new.rawValue
    }

    func writeMembers(to json: inout JSONText) {
      json.add("from", from)
      json.add("to", to)
    }
  }

  /// The current song was resumed or paused, or the cause of a pause changed.
  struct TransportChange: JSONLine {
    static let type = "transport"

    /// The cause of the change.
    enum Cause: String {
      case user, device
      /// The session ended by itself.
      case end
    }

    let to: String
    let cause: Cause
    let reason: String?

    /// Creates the message for `change`; `nil` if the transport did not change.
    init?(_ change: SessionChange) {
      let (before, after) = (change.before, change.after)
      let isHeldOtherwise =
        after.transport == .paused && after.pauseCause != nil
        && before.pauseCause != after.pauseCause
      to = after.transport.jsonWord
      guard before.transport.jsonWord != to || isHeldOtherwise else { return nil }
      cause = Cause(change.cause)
      reason = after.pauseCause?.reason
    }

    func writeMembers(to json: inout JSONText) {
      json.add("cause", cause.rawValue)
      json.add("reason", reason)
      json.add("to", to)
    }
  }

  /// The position in the current song: once a second, and after a jump.
  struct Position: JSONLine {
    static let type = "position"
    let song: Int
    let seconds: Duration
    let jump: Bool

    /// - Parameter song: An index, from 0.
    init(song: Int, at position: Duration, jump: Bool) {
      self.song = song + 1
      seconds = position
      self.jump = jump
    }

    func writeMembers(to json: inout JSONText) {
      json.add("jump", jump)
      json.add("seconds", seconds)
      json.add("song", song)
    }
  }

  /// The session goes on at another session time.
  struct Jump: JSONLine {
    static let type = "jump"
    let elapsed: Duration
    let part: Int
    let isRehearsal: Bool

    /// Creates the message for `change`; `nil` if session time only passed.
    init?(_ change: SessionChange) {
      guard change.movesTime else { return nil }
      elapsed = change.after.elapsed
      part = change.after.plan.part(at: elapsed) + 1
      isRehearsal = change.after.rehearsal != nil
    }

    func writeMembers(to json: inout JSONText) {
      json.add("elapsed", elapsed)
      json.add("part", part)
      json.add("rehearsal", isRehearsal)
    }
  }

  /// A bell was struck, a part began, a line of the guide came, or the session's length has passed.
  struct CueReached: JSONLine {
    static let type = "cue"
    let kind: String
    let stroke: Int?
    let count: Int?
    let sound: String?
    let part: Int
    let text: String?
    let title: String?
    let elapsed: Duration

    /// Creates the message for `change`; `nil` if no cue caused it.
    init?(_ change: SessionChange) {
      guard let cue = change.cue else { return nil }
      self.init(cue, in: change.after.plan)
    }

    /// Creates the message for a cue of `plan`.
    init(_ cue: Cue, in plan: Plan) {
      kind = cue.kind.rawValue
      let parts = plan.parts
      stroke = cue.kind.isStroke ? cue.stroke : nil
      count = cue.kind.isStroke ? cue.count : nil
      sound = cue.kind.isStroke ? cue.bell.sound.jsonWord : nil
      part = cue.part
      title = parts.indices.contains(part - 1) ? parts[part - 1].title : nil
      text = cue.kind == .line ? cue.text : nil
      elapsed = cue.time
    }

    func writeMembers(to json: inout JSONText) {
      json.add("count", count)
      json.add("elapsed", elapsed)
      json.add("kind", kind)
      json.add("part", part)
      json.add("sound", sound)
      json.add("stroke", stroke)
      json.add("text", text)
      json.add("title", title)
    }
  }

  // MARK: - The sound

  /// A fault of the sound, or its end.
  struct Fault: JSONLine {
    static let type = "fault"

    /// The kind of fault.
    enum Kind: String {
      case songDamaged = "song-damaged"
      case songFailed = "song-failed"
      case deviceLost = "device-lost"
      case deviceRestored = "device-restored"
      case noDevice = "no-device"
      case underrun
      case stalled
      case measuring
      case mixedDown = "mixed-down"
      case gainRefused = "gain-refused"
      case laneFailed = "lane-failed"
      case outputFailed = "output-failed"
    }

    let kind: Kind
    let song: Int?
    let position: Duration?
    let reason: String?
    /// How much of a damaged song could not be decoded.
    let lost: Duration?

    /// Creates a fault at `position` of the song with index `song`, or of no song.
    init(
      kind: Kind, song: Int? = nil, at position: Duration? = nil, reason: String?,
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
        self.init(kind: .songDamaged, song: song, at: position, reason: nil, lost: lost)
      case .failed(let reason):
        guard !isDropped else { return nil }
        self.init(kind: .songFailed, song: song, at: position, reason: reason)
      case .deviceLost(let reason):
        self.init(kind: .deviceLost, song: song, at: position, reason: reason)
      case .deviceRestored: self.init(kind: .deviceRestored, reason: nil)
      case .noDevice(let reason): self.init(kind: .noDevice, reason: reason)
      case .underrun(let lost): self.init(kind: .underrun, reason: nil, lost: lost)
      case .stalled: self.init(kind: .stalled, reason: nil)
      case .measuring:
        guard change.before.measured == nil else { return nil }
        self.init(kind: .measuring, reason: nil)
      case .mixedDown(let count, let left):
        self.init(kind: .mixedDown, song: song, reason: FaultText.mixing(count, to: left))
      case .gainRefused(let reason):
        guard !isDropped else { return nil }
        self.init(kind: .gainRefused, song: song, reason: reason)
      case .laneFailed(let path, let reason):
        self.init(kind: .laneFailed, reason: "\(path): \(reason)")
      case .outputFailed(let reason): self.init(kind: .outputFailed, reason: reason)
      case .position, .crossed, .ended, .cue, .rangOut: return nil
      }
    }

    func writeMembers(to json: inout JSONText) {
      json.add("kind", kind.rawValue)
      json.add("lost", lost)
      json.add("position", position)
      json.add("reason", reason)
      json.add("song", song)
    }
  }
}

extension JSONMessage.TransportChange.Cause {
  init(_ cause: PauseCause) {
    switch cause {
    case .user: self = .user
    case .device: self = .device
    }
  }

  fileprivate init(_ cause: SessionChange.Cause) {
    switch cause {
    case .action, .arrival, .length: self = .user
    case .engine(let event):
      switch event.kind {
      case .deviceLost, .deviceRestored, .noDevice, .underrun, .stalled, .measuring, .mixedDown,
        .gainRefused, .laneFailed:
        self = .device
      case .position, .crossed, .ended, .damaged, .failed, .outputFailed, .cue, .rangOut:
        self = .end
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
