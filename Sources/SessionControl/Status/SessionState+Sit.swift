package import MeditationCore
import Score

extension SessionState {
  /// Whether the session is in the silence before session time 0.
  package var isSettling: Bool {
    if case .silence(length: _?) = segment { true } else { false }
  }

  /// Whether a silence is the current segment.
  package var isSilent: Bool { segment != nil && current == nil }
}
