public import MeditationCore
import Score
import Text

/// A song's row in the current state of its session.
public struct SongRow: Row {
  public let marker: RowMarker
  public let state: String
  public let stateAsNews: String
  public let number: Int?
  public let title: String
  public let message: String
  public var detail: String
  public let isEditable: Bool
  public let style: RowStyle

  /// Creates the row of `song`.
  ///
  /// - Parameters:
  ///   - isBell: Whether its file is the bell of the plan, so that it cannot be picked.
  ///   - wording: How times are worded.
  ///   - gain: In dB, if the song is brought to one loudness.
  ///   - withPosition: Whether the row includes the position in the song.
  ///   - amongAll: Whether the list has songs that are not in the session, too, so that those that
  ///     are need a mark. While picking, they always have one.
  @MainActor public init(
    _ song: SongViewModel, in session: SessionState, isBell: Bool = false, gain: Double? = nil,
    wording: Wording, withPosition: Bool = false, amongAll: Bool = false
  ) {
    number = song.index + 1
    let isBy = wording.isAloud && !song.subtitle.isEmpty
    title = isBy ? "\(song.title) by \(song.subtitle)" : song.title
    message = isBy ? "" : song.subtitle
    let length =
      wording.isAloud ? song.length?.text(wording) ?? "unknown length" : song.timeText
    let separator = wording.isAloud ? " of " : " / "
    detail = withPosition ? session.position.text(wording) + separator + length : length
    if let gain { detail += (wording.isAloud ? ", " : "  ") + DecibelText.of(gain) }
    let servesAsBell = isBell && !song.mode.isInSession
    isEditable = session.phase == .picking && !servesAsBell
    marker =
      switch song.mode {
      case .picking(.unselected): servesAsBell ? .none : .unchecked
      case .picking(.selected): .checked
      case .listening(.playing): session.transport == .playing ? .playing : .paused
      case .listening where song.failure != nil: .broken
      case .listening(.playable): amongAll ? .checked : .none
      case .listening(.hidden): amongAll && !servesAsBell ? .unchecked : .none
      }
    let word =
      switch song.mode {
      case .picking(.unselected): servesAsBell ? "bell" : ""
      case .picking(.selected): "picked"
      case .listening(.playing): session.transport == .playing ? "playing" : "paused"
      case .listening(.playable): amongAll ? "in the session" : ""
      case .listening(.hidden): amongAll && servesAsBell ? "bell" : ""
      }
    let failed = song.failure == nil ? "" : "failed"
    state = [word, failed].filter { !$0.isEmpty }.joined(separator: " ")
    stateAsNews =
      switch song.mode {
      case .picking(.unselected):
        ["unpicked", failed].filter { !$0.isEmpty }.joined(separator: " ")
      case .listening(.playable): "added"
      case .listening(.hidden): "removed"
      case .picking(.selected), .listening(.playing): state
      }
    style =
      switch (song.failure, song.mode) {
      case (_?, _): .warning
      case (nil, .picking(.selected)): .picked
      case (nil, .listening(.playing)): .current
      case (nil, .picking(.unselected)): servesAsBell ? .muted : .plain
      case (nil, .listening(.playable)): amongAll ? .picked : .plain
      case (nil, .listening(.hidden)): amongAll && !servesAsBell ? .plain : .muted
      }
  }
}
