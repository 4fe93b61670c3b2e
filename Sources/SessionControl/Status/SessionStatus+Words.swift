import MeditationCore
import Text

/// How a status is worded, a piece each.
extension SessionStatus {
  public static let noDevice = "no sound device"

  public var placement: String { "song \(place) of \(count)" }

  public var loudness: String { "volume \(volume)%" }

  /// How far the song has played, for a rendering without symbols.
  public var progress: String { "\(position.timeText) of \(length?.timeText ?? "unknown length")" }

  /// Whether songs repeat and are shuffled, as short as it can be.
  public var habits: [String] {
    (isRepeating ? ["repeat"] : []) + (seed.map { ["seed \($0)"] } ?? [])
  }

  /// What changes seldom, and is said when it does.
  public var circumstances: String {
    let habits =
      (isRepeating ? ["repeat on"] : []) + (seed.map { ["shuffled with seed \($0)"] } ?? [])
    return ((isWithoutDevice ? [Self.noDevice] : []) + [loudness] + habits)
      .joined(separator: ", ")
  }
}
