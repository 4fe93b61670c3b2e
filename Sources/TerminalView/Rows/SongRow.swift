import MeditationCore
import Score
import Text

/// A song's row, as its session stands now.
struct SongRow: Row {
  let marker: RowMarker
  let number: Int
  let title: String
  let subtitle: String
  let detail: String
  let style: RowStyle

  /// The row of `song`; of the current song it tells how far it has played, if asked to.
  @MainActor init(
    _ song: SongViewModel, in state: SessionState, rendering: Rendering,
    withPosition: Bool = false
  ) {
    number = song.index + 1
    title = song.title
    subtitle = song.subtitle
    let length = rendering == .plain ? song.lengthInWords : song.timeText
    let separator = rendering == .plain ? " of " : " / "
    detail = withPosition ? state.position.timeText + separator + length : length
    marker =
      switch song.mode {
      case .picking(.unselected): .unpicked
      case .picking(.selected): .picked
      case .listening(.playing): state.transport == .playing ? .playing : .paused
      case .listening(.playable), .listening(.hidden): song.failure == nil ? .none : .failed
      }
    style =
      switch (song.failure, song.mode) {
      case (_?, _): .failed
      case (nil, .picking(.selected)): .picked
      case (nil, .listening(.playing)): .current
      case (nil, .picking(.unselected)), (nil, .listening(.playable)): .plain
      case (nil, .listening(.hidden)): .muted
      }
  }
}

extension SongViewModel {
  fileprivate var lengthInWords: String { length == nil ? "unknown length" : timeText }
}
