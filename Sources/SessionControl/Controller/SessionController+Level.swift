import MeditationCore
import Playback
import Score

/// The loudness of songs.
extension SessionController {
  /// How many songs are measured ahead: what is picked plays in minutes, and is measured in seconds.
  private static let mostAhead = 200

  /// The gain in dB that brings `song`, a current index in the list, to one loudness; `nil` with the
  /// level off, and where it is not known yet.
  public func gain(of song: Int) -> Double? {
    guard session.level != .off else { return nil }
    return levels?.knownGain(of: path(of: song), at: session.level)
  }

  /// Measures the songs that play next before they begin, as long as the level is on.
  func measureAhead(_ change: SessionChange) {
    let (old, new) = (change.before, change.after)
    guard let levels, old.level != .off || new.level != .off else { return }
    let isSame =
      old.level == new.level && old.phase == new.phase && old.current == new.current
      && old.picked == new.picked && old.arrangement == new.arrangement
      && (new.level != .album || old.songCount == new.songCount)
    guard !isSame else { return }
    levels.measureAhead(new.level == .off ? [] : songsAhead.map(path), at: new.level)
  }

  /// The songs of the session from the current one on.
  private var songsAhead: [Int] {
    let order = session.playOrder
    let start = session.place?.index ?? 0
    let ahead = order[min(start, order.count)...].prefix(Self.mostAhead)
    guard session.state.isRepeating else { return Array(ahead) }
    return Array(ahead) + order.prefix(min(start, Self.mostAhead - ahead.count))
  }
}
