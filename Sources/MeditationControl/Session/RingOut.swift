import MeditationCore
import MeditationPlan

/// Follows the bells of a finished session until they have rung out.
struct RingOut {
  /// True while the bells of the latest session are silent.
  private var isSilent = false

  /// Follows an event, after which the session is in `state`.
  mutating func follow(_ event: EngineEvent.Kind, in state: SessionState) {
    guard state.phase == .finished else { return isSilent = false }
    switch event {
    // Without a device or a file, the bells are not heard any more.
    case .rangOut, .deviceLost, .noDevice, .outputFailed: isSilent = true
    case .position, .crossed, .ended, .damaged, .failed, .deviceRestored, .underrun,
      .stalled, .measuring, .mixedDown, .gainRefused, .laneFailed, .cue:
      break
    }
  }

  /// True if a bell of the session, which is in `state`, may ring after its end.
  func rings(after state: SessionState) -> Bool {
    state.phase == .finished && state.plan.hasBells && state.end != .failed && !isSilent
  }
}
