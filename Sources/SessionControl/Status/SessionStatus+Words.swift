import MeditationCore
import Text

/// How a status is worded, a piece each.
extension SessionStatus {
  public static let noDevice = "no sound device"

  public var placement: String { "song \(place) of \(count)" }

  public var loudness: String { "volume \(volume)%" }

  /// How far the song has played, for a rendering without symbols.
  public var progress: String { "\(position.timeText) of \(length?.timeText ?? "unknown length")" }

  /// What changes seldom, and is said when it does.
  public var circumstances: String { isWithoutDevice ? "\(Self.noDevice), \(loudness)" : loudness }
}
