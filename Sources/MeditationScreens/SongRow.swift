import MeditationCore
import MeditationPlan
import MeditationText

extension Row {
  /// Creates the row of `song` in the current state of its session.
  ///
  /// - Parameters:
  ///   - isBell: True if its file is the bell of the plan, so that it cannot be picked.
  ///   - gain: In dB, if the song is brought to one loudness.
  ///   - withPosition: True if the row includes the position in the song.
  ///   - amongAll: True if the list also has songs that are not in the session, so that those in it
  ///     need a mark. While picking, they always have one.
  @MainActor package init(
    _ song: SongViewModel, in session: SessionState, isBell: Bool = false, gain: Double? = nil,
    wording: Wording, withPosition: Bool = false, amongAll: Bool = false
  ) {
    let isBy = wording.isAloud && !song.subtitle.isEmpty
    self.init(
      isBy ? "\(song.title) by \(song.subtitle)" : song.title, isBy ? "" : song.subtitle)
    number = song.index + 1
    detail = Self.time(of: song, in: session, wording, gain: gain, withPosition: withPosition)

    let servesAsBell = isBell && !song.mode.isInSession
    let isPlaying = session.transport == .playing
    let word: String
    let usualMarker: RowMarker
    let usualStyle: RowStyle
    switch song.mode {
    case .picking(.unselected) where servesAsBell:
      (usualMarker, word, usualStyle) = (.none, "bell", .muted)
    case .picking(.unselected): (usualMarker, word, usualStyle) = (.unchecked, "", .plain)
    case .picking(.selected): (usualMarker, word, usualStyle) = (.checked, "picked", .picked)
    case .listening(.playing) where isPlaying:
      (usualMarker, word, usualStyle) = (.playing, "playing", .current)
    case .listening(.playing): (usualMarker, word, usualStyle) = (.paused, "paused", .current)
    case .listening(.playable) where amongAll:
      (usualMarker, word, usualStyle) = (.checked, "in the session", .picked)
    case .listening(.playable): (usualMarker, word, usualStyle) = (.none, "", .plain)
    case .listening(.hidden) where amongAll && !servesAsBell:
      (usualMarker, word, usualStyle) = (.unchecked, "", .plain)
    case .listening(.hidden):
      (usualMarker, word, usualStyle) = (.none, amongAll ? "bell" : "", .muted)
    }

    let hasFailed = song.failure != nil
    func withFailure(_ word: String) -> String {
      [word, hasFailed ? "failed" : ""].filter { !$0.isEmpty }.joined(separator: " ")
    }
    style = hasFailed ? .warning : usualStyle
    state = withFailure(word)
    switch song.mode {
    case .picking(.unselected): (marker, stateAsNews) = (usualMarker, withFailure("unpicked"))
    case .picking(.selected), .listening(.playing): (marker, stateAsNews) = (usualMarker, state)
    case .listening(.playable):
      (marker, stateAsNews) = (hasFailed ? .broken : usualMarker, "added")
    case .listening(.hidden):
      (marker, stateAsNews) = (hasFailed ? .broken : usualMarker, "removed")
    }
  }

  /// The length, with the position and the gain where asked: `1:02 / 3:20  -3.2 dB`.
  @MainActor private static func time(
    of song: SongViewModel, in session: SessionState, _ wording: Wording, gain: Double?,
    withPosition: Bool
  ) -> String {
    let length =
      wording.isAloud
      ? song.knownLength.text(wording) ?? "unknown length" : song.timeText
    let separator = wording.isAloud ? " of " : " / "
    let time = withPosition ? session.position.text(wording) + separator + length : length
    return time + (gain.map { (wording.isAloud ? ", " : "  ") + DecibelText.of($0) } ?? "")
  }

  /// Creates the row of the silence that `status` describes, the current segment.
  package init(_ status: SessionStatus, wording: Wording) {
    self.init(status.title, as: .current)
    let isPlaying = status.transport == .playing
    marker = isPlaying ? .playing : .paused
    state = isPlaying ? "playing" : "paused"
    let length = status.length.map { " / \($0.timeText)" } ?? ""
    detail = wording.isAloud ? status.progress(wording) : status.position.timeText + length
  }
}
