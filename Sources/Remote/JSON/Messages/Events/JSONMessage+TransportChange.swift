import MeditationCore
import Score

extension JSONMessage {
  /// The current song was resumed or paused, or the cause of a pause changed.
  struct TransportChange: JSONObject {
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
    case .action, .arrival: self = .user
    case .engine(let event):
      switch event.kind {
      case .deviceLost, .deviceRestored, .noDevice, .underrun, .stalled, .measuring, .mixedDown:
        self = .device
      case .position, .crossed, .ended, .damaged, .failed, .outputFailed, .cue, .rangOut:
        self = .end
      }
    }
  }
}
