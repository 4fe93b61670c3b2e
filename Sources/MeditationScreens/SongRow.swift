import MeditationCore
import MeditationPlan
import MeditationText

extension Row {
  /// Creates the row of `song` in the current state of its session.
  ///
  /// - Parameters:
  ///   - isBell: True if its file is the bell of the plan, so that it cannot be picked.
  ///   - gain: In dB, if the song is brought to one loudness.
  ///   - amongAll: True if songs outside of the session are listed, too, so that others need a mark.
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
    switch song.mode {
    case .picking(.unselected) where servesAsBell: (state, style) = ("bell", .muted)
    case .picking(.unselected): marker = .unchecked
    case .picking(.selected): (marker, state, style) = (.checked, "picked", .picked)
    case .listening(.playing) where isPlaying:
      (marker, state, style) = (.playing, "playing", .current)
    case .listening(.playing): (marker, state, style) = (.paused, "paused", .current)
    case .listening(.playable) where amongAll:
      (marker, state, style) = (.checked, "in the session", .picked)
    case .listening(.playable): break
    case .listening(.hidden) where amongAll && !servesAsBell: marker = .unchecked
    case .listening(.hidden): (state, style) = (amongAll ? "bell" : "", .muted)
    }
    stateAsNews =
      switch song.mode {
      case .picking(.unselected): "unpicked"
      case .picking(.selected), .listening(.playing): state
      case .listening(.playable): "added"
      case .listening(.hidden): "removed"
      }
    guard song.failure != nil else { return }
    style = .warning
    state += state.isEmpty ? "failed" : " failed"
    switch song.mode {
    case .picking, .listening(.playing): stateAsNews += " failed"
    case .listening(.playable), .listening(.hidden): marker = .broken
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
