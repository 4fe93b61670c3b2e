import MeditationCore
import Score

/// Whether the bells of a finished session still ring.
struct RingOut {
  /// Whether the bells of the latest session are silent by now.
  private var isSilent = false

  /// Follows an event, after which the session is in `state`.
  mutating func follow(_ event: EngineEvent.Kind, in state: SessionState) {
    guard state.phase == .finished else { return isSilent = false }
    switch event {
    // Without a device or a file, the bells are not heard any more.
    case .rangOut, .deviceLost, .noDevice, .outputFailed: isSilent = true
    case .position, .crossed, .ended, .damaged, .failed, .deviceRestored, .underrun,
      .stalled, .measuring, .mixedDown, .cue:
      break
    }
  }

  /// Whether a bell of the session, which is finished, may ring.
  func rings(after state: SessionState) -> Bool {
    state.plan.hasBells && state.end != .failed && !isSilent
  }
}
