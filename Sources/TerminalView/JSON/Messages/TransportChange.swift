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

    /// The change that `settlement` made; `nil` if it made none.
    init?(_ settlement: Settlement) {
      let (before, after) = (settlement.before, settlement.after)
      let isHeldOtherwise =
        after.transport == .paused && after.pauseCause != nil
        && before.pauseCause != after.pauseCause
      guard before.transport != after.transport || isHeldOtherwise else { return nil }
      to = after.transport.jsonWord
      cause = Cause(settlement.cause)
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

  fileprivate init(_ cause: Settlement.Cause) {
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

extension PauseCause {
  /// Why the device is gone, if that is the cause.
  var reason: String? {
    switch self {
    case .user: nil
    case .device(let reason): reason
    }
  }
}
