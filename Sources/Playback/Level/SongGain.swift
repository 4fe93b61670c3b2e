import Score

/// The gain with which a song began.
struct SongGain: Equatable, Sendable {
  /// The level off: samples pass unchanged.
  static let off = SongGain(level: .off, decibels: nil)

  /// The level for which the gain was found.
  let level: Level
  /// `nil` with the level off.
  let decibels: Double?
  /// What samples are multiplied by.
  let factor: Float

  init(level: Level, decibels: Double?) {
    self.level = level
    self.decibels = decibels
    factor = decibels.map(LevelGain.factor) ?? 1
  }
}
