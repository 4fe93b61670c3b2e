import MeditationCore
import MeditationEngine
import MeditationPlan
import MeditationScreens

/// Knows the loudness of measured songs, and measures those that play next before they begin.
@MainActor package final class Loudness {
  /// How many songs are measured ahead: they play for minutes, and are measured in seconds.
  private static let mostAhead = 200
  private static let mostCompared = 50

  package var levels: SongLevels?
  private let session: MeditationViewModel
  private let files: SongFiles

  init(of session: MeditationViewModel, _ files: SongFiles) {
    (self.session, self.files) = (session, files)
  }

  /// The gain in dB that brings `song` to one loudness; `nil` with the level off, or if unknown.
  package func gain(of song: Int) -> Double? {
    guard session.level != .off else { return nil }
    return levels?.knownGain(of: files.path(of: song), at: session.level)
  }

  /// How many dB softer the music is than the bells expect, judged by the first songs; `nil` with
  /// the level on, or unless most of these were measured before. Measures nothing, but blocks on
  /// the disk.
  package var bellsExceedMusic: Double? {
    guard session.level == .off, let levels else { return nil }
    let songs = session.playOrder.prefix(Self.mostCompared)
    let known = songs.compactMap { levels.remembered(files.path(of: $0)) }
    guard !known.isEmpty, 2 * known.count >= songs.count else { return nil }
    return Level.target - LevelGain.loudness(of: known).integrated
  }

  /// The gain of the song at `index`, the tag that gives it, and why a tag is not used.
  func known(of index: Int) -> (gain: SongInfo.Gain, tag: String?, refusal: String?) {
    let isOff = session.level == .off
    let (path, level) = (files.path(of: index), isOff ? .on : session.level)
    let tagged = levels?.tagged(path, at: level)
    let tagGain = tagged?.loudness.map { LevelGain.gain(for: $0) }
    let inUse = session.state.current == index ? session.state.gain : nil
    let value = inUse ?? levels?.knownGain(of: path, at: level) ?? tagGain
    let gain = value.map { inUse == nil ? .known($0, isOff: isOff) : SongInfo.Gain.inUse($0) }
    return (
      gain ?? .unknown(isOff: isOff), value != nil && value == tagGain ? tagged?.tag : nil,
      tagged?.refusal
    )
  }

  /// Measures the songs that play next while the level is on.
  func follow(_ change: SessionChange) {
    let (old, new) = (change.before, change.after)
    guard let levels, old.level != .off || new.level != .off else { return }
    let isSame =
      old.level == new.level && old.phase == new.phase && old.current == new.current
      && old.picked == new.picked && old.arrangement == new.arrangement
      && (new.level != .album || old.songCount == new.songCount)
    guard !isSame else { return }
    levels.measureAhead(new.level == .off ? [] : songsAhead.map(files.path(of:)), at: new.level)
  }

  private var songsAhead: [Int] {
    let order = session.playOrder
    let start = session.place?.index ?? 0
    let ahead = order[min(start, order.count)...].prefix(Self.mostAhead)
    guard session.state.isRepeating else { return Array(ahead) }
    return Array(ahead) + order.prefix(min(start, Self.mostAhead - ahead.count))
  }
}
