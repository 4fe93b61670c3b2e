import MeditationCore
import Score

extension JSONMessage {
  /// The current song began to run, or stopped; or what holds it is another than before.
  struct TransportChange: JSONObject {
    /// Who or what did it.
    enum Cause: String {
      case user, device
      /// The session came to its end by itself.
      case end
    }

    let to: String
    let cause: Cause
    let reason: String?

    /// The change that `change` made; `nil` if it made none.
    init?(_ change: SessionChange) {
      let (before, after) = (change.before, change.after)
      let isHeldOtherwise =
        after.transport == .paused && after.pauseCause != nil
        && before.pauseCause != after.pauseCause
      guard before.transport != after.transport || isHeldOtherwise else { return nil }
      to = after.transport.jsonWord
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
      case .deviceLost, .deviceRestored, .noDevice, .stalled: self = .device
      case .position, .crossed, .ended, .failed, .outputFailed: self = .end
      }
    }
  }
}
