import MeditationCore
import Score
import SessionControl

/// What a change means for the lines about it.
extension SessionChange {
  /// Whether the engine reached the end of a segment.
  var isCrossing: Bool {
    if case .engine(let event) = cause {
      event.kind == .crossed || event.kind == .ended
    } else {
      false
    }
  }

  /// Whether the engine caused it; faults are printed even if nothing changed.
  var isEvent: Bool {
    if case .engine = cause { true } else { false }
  }

  /// Whether a session goes on in its middle.
  var resumes: Bool {
    if case .action(.resume) = cause { true } else { false }
  }
}
