public import MeditationCore
import Playback
import Score

extension Level {
  /// The level in a status: "on (-3.2 dB)".
  func words(gain: Double?) -> String {
    gain.map { "\(rawValue) (\(DecibelText.of($0)))" } ?? rawValue
  }
}

extension SessionState {
  /// What the level means, in one line: "Level on: songs are played at -20 LUFS."
  ///
  /// - Parameter isNew: Whether it was set just now, so that the current song keeps its gain.
  public func levelText(isNew: Bool) -> String {
    let target = "\(Int(LevelGain.target)) LUFS"
    let meaning =
      switch level {
      case .off: "songs are played as they are"
      case .on: "songs are played at \(target)"
      case .album: "songs are played at \(target), each folder as one"
      }
    let isAhead = current != nil && (level == .off ? gain != nil : isNew || gain == nil)
    return "Level \(level.words(gain: isAhead ? nil : gain)): \(meaning)"
      + (isAhead ? ", from the next song or jump on." : ".")
  }
}
