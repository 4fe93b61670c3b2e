import MeditationCore
import Text

/// How a status is worded, a piece each.
extension SessionStatus {
  static let noDevice = "no sound device"

  var placement: String { "song \(place) of \(count)" }

  var loudness: String { "volume \(volume)%" }

  /// How far the song has played, for a rendering without symbols.
  var progress: String { "\(position.timeText) of \(length?.timeText ?? "unknown length")" }

  /// What changes seldom, and is said when it does.
  var circumstances: String { isWithoutDevice ? "\(Self.noDevice), \(loudness)" : loudness }
}
