import MeditationCore
import Score
import Text

/// The wording of the parts of a status.
extension SessionStatus {
  public static let noDevice = "no sound device"

  /// The current song's position in the session, or the title of a silence.
  public var placement: String { place.map { "song \($0) of \(count)" } ?? title }

  public var loudness: String { "volume \(volume)%" }

  /// The level and the gain of the current song; empty with the level off.
  var leveling: [String] {
    if let measuring { return [measuring] }
    if isLevelAhead { return ["level \(level.rawValue) from the next song on"] }
    return level == .off && gain == nil ? [] : ["level \(level.words(gain: gain))"]
  }

  /// That the song does not sound yet because it is measured, and how far; `nil` if it is not.
  public var measuring: String? { measured.map { "measuring its loudness: \($0)%" } }

  /// The position in the song or the silence, for a rendering without symbols.
  public func progress(_ wording: Wording = .screen) -> String {
    let position = position.text(wording)
    return switch (sit?.segment ?? .song, length?.text(wording)) {
    case (.settling, _): "\(position) to go"
    case (_, let length?): "\(position) of \(length)"
    case (.silence, nil): position
    case (.song, nil): "\(position) of unknown length"
    }
  }

  /// What the status says besides the song in short form, the most needed first.
  public var remarks: [String] {
    let place = place == nil ? [] : [placement]
    return (isWithoutDevice ? [Self.noDevice] : []) + (measuring.map { [$0] } ?? [])
      + (sit.map { $0.symbols(left: left) + place } ?? place + [left.symbols])
      + [loudness] + (measuring == nil ? leveling : []) + habits
  }

  /// What is kept the longest beside the song, in short form: the missing device, or the time left;
  /// `nil` if that is unknown.
  public var mostNeeded: String? {
    if isWithoutDevice { return Self.noDevice }
    if let sit { return sit.symbols(left: left).first }
    return left.isMore && left.known == .zero ? nil : "left \(left.short)"
  }

  /// The time left in words and, with a plan, the session time, the next bell and the breath.
  public func prospects(_ wording: Wording) -> String {
    sit?.words(left: left, wording).joined(separator: ", ") ?? left.words(wording)
  }

  /// The playing modes, in short form.
  public var habits: [String] {
    (isRepeating ? ["repeat"] : []) + (seed.map { ["seed \($0)"] } ?? [])
  }

  /// What was missing from the sound because the machine was busy.
  private var dropouts: [String] {
    underrunCount == 0
      ? [] : ["\(counted(underrunCount, "underrun")) of \(underrunTime.fewSeconds) in all"]
  }

  /// The device, the volume and the playing modes, which change rarely.
  public var circumstances: String {
    let habits =
      (isRepeating ? ["repeat on"] : []) + (seed.map { ["shuffled with seed \($0)"] } ?? [])
    return ((isWithoutDevice ? [Self.noDevice] : []) + [loudness] + leveling + habits + dropouts)
      .joined(separator: ", ")
  }
}
