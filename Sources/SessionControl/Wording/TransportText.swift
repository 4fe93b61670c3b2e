public import MeditationCore
import Score
import Text

/// A change of the transport, or of the position, within one song: one sentence.
public enum TransportText {
  /// Where the current song stands: "Paused at 0:10.", "At 0:10.".
  public static func standing(of state: SessionState) -> String {
    switch state.transport {
    case .playing: "Playing at \(state.position.timeText)."
    case .paused: "Paused at \(state.position.timeText)."
    }
  }

  /// What `change` did to the transport, or to the position; `nil` where it concerns another song.
  public static func text(of change: SessionChange) -> String? {
    let (before, after) = (change.before, change.after)
    guard before.phase == .listening, before.current == after.current else { return nil }
    switch (before.transport, after.transport) {
    case (.playing, .paused), (.paused, .paused): return standing(of: after)
    case (.paused, .playing): return "Resumed at \(after.position.timeText)."
    case (.playing, .playing): return "At \(after.position.timeText)."
    }
  }
}
