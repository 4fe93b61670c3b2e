import MeditationCore
import Text

/// The wording of the parts of a status.
extension SessionStatus {
  public static let noDevice = "no sound device"

  public var placement: String { "song \(place) of \(count)" }

  public var loudness: String { "volume \(volume)%" }

  /// The position in the song, for a rendering without symbols.
  public var progress: String { "\(position.timeText) of \(length?.timeText ?? "unknown length")" }

  /// The playing modes, in short form.
  public var habits: [String] {
    (isRepeating ? ["repeat"] : []) + (seed.map { ["seed \($0)"] } ?? [])
  }

  /// The device, the volume and the playing modes, which change rarely.
  public var circumstances: String {
    let habits =
      (isRepeating ? ["repeat on"] : []) + (seed.map { ["shuffled with seed \($0)"] } ?? [])
    return ((isWithoutDevice ? [Self.noDevice] : []) + [loudness] + habits)
      .joined(separator: ", ")
  }
}
