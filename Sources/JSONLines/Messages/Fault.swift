import MeditationCore
import Score

extension JSONMessage {
  /// Something went wrong with the sound, or is right again.
  struct Fault: JSONObject {
    /// What it is about.
    enum Kind: String {
      case songFailed = "song-failed"
      case deviceLost = "device-lost"
      case deviceRestored = "device-restored"
      case noDevice = "no-device"
      case stalled
      case outputFailed = "output-failed"
    }

    let kind: Kind
    let song: Int?
    let position: Duration?
    let reason: String?

    /// A fault of the current song `song`, an index, at `position`; or of none.
    init(kind: Kind, song: Int? = nil, at position: Duration? = nil, reason: String?) {
      self.kind = kind
      self.song = song.map { $0 + 1 }
      self.position = position
      self.reason = reason
    }

    /// The fault that `change` is about; `nil` if it is about none.
    ///
    /// A fault of the device is reported even where the session drops it: it is no less true then.
    init?(_ change: SessionChange) {
      guard case .engine(let event) = change.cause else { return nil }
      let isDropped = change.outcome == .dropped
      let song = isDropped ? nil : change.before.current
      let position = isDropped ? nil : event.position
      switch event.kind {
      case .failed(let reason):
        guard !isDropped else { return nil }
        self.init(kind: .songFailed, song: song, at: position, reason: reason)
      case .deviceLost(let reason):
        self.init(kind: .deviceLost, song: song, at: position, reason: reason)
      case .deviceRestored: self.init(kind: .deviceRestored, reason: nil)
      case .noDevice(let reason): self.init(kind: .noDevice, reason: reason)
      case .stalled: self.init(kind: .stalled, reason: nil)
      case .outputFailed(let reason): self.init(kind: .outputFailed, reason: reason)
      case .position, .crossed, .ended: return nil
      }
    }

    func writeMembers(to json: inout JSONText) {
      json.add("kind", kind.rawValue)
      json.add("position", position)
      json.add("reason", reason)
      json.add("song", song)
    }
  }
}
