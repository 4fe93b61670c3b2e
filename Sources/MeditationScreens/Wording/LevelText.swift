import MeditationCore
import MeditationPlan

extension Level {
  /// The level in a status: "on (-3.2 dB)".
  func words(gain: Double?) -> String {
    gain.map { "\(rawValue) (\(DecibelText.of($0)))" } ?? rawValue
  }
}

extension SessionState {
  /// The level and its meaning, in one line: "Level on: songs are played at -20 LUFS."
  package var levelText: String {
    let target = "\(Int(Level.target)) LUFS"
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

enum DecibelText {
  /// `gain` in dB with its sign, to a tenth: "-3.2 dB", "+4.0 dB".
  static func of(_ gain: Double) -> String {
    let tenths = Int((min(max(gain, -999), 999) * 10).rounded())
    let sign = tenths < 0 ? "-" : "+"
    return "\(sign)\(abs(tenths) / 10).\(abs(tenths) % 10) dB"
  }
}
