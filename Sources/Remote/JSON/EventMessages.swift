import MeditationCore
import Score
import SessionControl

extension JSONMessage {
  /// A fault of the sound, or its end.
  struct Fault: JSONObject {
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
