public import MeditationCore
import Score
import Text

/// The transport and the position of the current song, in one sentence.
public enum TransportText {
  /// The transport and the position: "Paused at 0:10.".
  public static func standing(of state: SessionState) -> String {
    switch state.transport {
    case .playing: "Playing at \(state.position.timeText)."
    case .paused: "Paused at \(state.position.timeText)."
    }
  }

  /// The new transport or position after `change`; `nil` if the current song changed.
  public static func text(of change: SessionChange) -> String? {
    let (before, after) = (change.before, change.after)
    guard before.phase == .listening, before.current == after.current else { return nil }
    switch (before.transport, after.transport) {
    case (.playing, .paused): return standing(of: after)
    case (.paused, .paused): return "At \(after.position.timeText), paused."
    case (.paused, .playing): return "Resumed at \(after.position.timeText)."
    case (.playing, .playing): return "At \(after.position.timeText)."
    }
  }
}
