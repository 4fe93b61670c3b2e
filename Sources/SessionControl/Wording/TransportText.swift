public import MeditationCore
import Score
import Text

/// The transport and the position of the current song or silence, in one sentence.
public enum TransportText {
  /// The transport and the position: "Paused at 0:10.".
  public static func standing(of state: SessionState) -> String {
    switch state.transport {
    case .playing: "Playing \(place(in: state))."
    case .paused, nil: "Paused \(place(in: state))."
    }
  }

  /// The new transport or position after `change`; `nil` if the current song changed.
  public static func text(of change: SessionChange) -> String? {
    let (before, after) = (change.before, change.after)
    guard before.phase == .listening, before.current == after.current,
      before.isSettling == after.isSettling
    else { return nil }
    let place = place(in: after)
    switch (before.transport == .playing, after.transport == .playing) {
    case (true, false): return standing(of: after)
    case (false, false): return "\(place.capitalizedFirst), paused."
    case (false, true): return "Resumed \(place)."
    case (true, true): return "\(place.capitalizedFirst)."
    }
  }

  /// The position in the song, or the session time in a silence: "at 0:10".
  private static func place(in state: SessionState) -> String {
    guard state.isSilent else { return "at \(state.position.timeText)" }
    guard state.isSettling else { return "in silence at \(state.elapsed.timeText)" }
    return "while settling, \((.zero - state.elapsed).countdownText) to go"
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
