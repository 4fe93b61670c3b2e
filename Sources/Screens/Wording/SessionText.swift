public import MeditationCore
import Score
import Text

/// The transport and the position of the current song or silence, in one sentence.
public enum TransportText {
  /// The transport and the position: "Paused at 0:10.".
  public static func standing(of state: SessionState, _ wording: Wording) -> String {
    switch state.transport {
    case .playing: "Playing \(place(in: state, wording))."
    case .paused, nil: "Paused \(place(in: state, wording))."
    }
  }

  /// The new transport or position after `change`; `nil` if the current song changed.
  public static func text(of change: SessionChange, _ wording: Wording) -> String? {
    let (before, after) = (change.before, change.after)
    guard before.phase == .listening, before.current == after.current,
      before.isSettling == after.isSettling
    else { return nil }
    let place = place(in: after, wording)
    switch (before.transport == .playing, after.transport == .playing) {
    case (true, false): return standing(of: after, wording)
    case (false, false): return "\(place.capitalizedFirst), paused."
    case (false, true): return "Resumed \(place)."
    case (true, true): return "\(place.capitalizedFirst)."
    }
  }

  /// The position in the song, or the session time in a silence: "at 0:10".
  private static func place(in state: SessionState, _ wording: Wording) -> String {
    guard state.isSilent else { return "at \(state.position.text(wording))" }
    guard state.isSettling else { return "in silence at \(state.elapsed.text(wording))" }
    return "while settling, \((.zero - state.elapsed).countdown(wording)) to go"
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
