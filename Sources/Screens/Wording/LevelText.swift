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
  public var levelText: String {
    let target = "\(Int(LevelGain.target)) LUFS"
    let meaning =
      switch level {
      case .off: "songs are played as they are"
      case .on: "songs are played at \(target)"
      case .album: "songs are played at \(target), each folder as one"
      }
    return "Level \(level.words(gain: isLevelAhead ? nil : gain)): \(meaning)"
      + (isLevelAhead ? ", from the next song or jump on." : ".")
  }
}
