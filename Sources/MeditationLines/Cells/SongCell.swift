import MeditationCore
import MeditationScreens
import MeditationText

/// A row on the screen: it shows one song, and draws the song's row at each change of its mode.
@MainActor final class SongCell {
  /// A row, drawn because the mode of its song changed or because it came into sight.
  struct Drawn {
    let song: SongViewModel
    let row: Row
    let isCurrent: Bool
  }

  private(set) var song: SongViewModel
  private let drawing: SongDrawing
  private let show: (Drawn) -> Void
  private var subscriptions: [Subscription] = []

  /// Creates a cell that shows `song`, and passes the rows that it draws to `show`: the first one
  /// at once if it `draws`, otherwise at the next change.
  init(_ song: SongViewModel, drawing: SongDrawing, draws: Bool, show: @escaping (Drawn) -> Void) {
    self.song = song
    self.drawing = drawing
    self.show = show
    observe(initial: draws)
  }

  /// Reuses the cell for another song. The observation of the previous song ends first.
  func configure(with song: SongViewModel, draws: Bool) {
    subscriptions = []
    self.song = song
    observe(initial: draws)
  }

  private func observe(initial: Bool) {
    subscriptions = [
      song.observeMode(initial: initial) { [weak self] in self?.draw(after: $0) },
      song.observeLength { [weak self] _ in self?.drawLength() },
    ]
  }

  /// Draws the row with its exact length, unless the list is not what is shown.
  private func drawLength() {
    guard drawing.session.phase == .picking else { return }
    show(Drawn(song: song, row: drawing.row(song), isCurrent: false))
  }

  private func draw(after change: ModeChange) {
    guard let row = drawing.row(of: song, after: change) else { return }
    show(Drawn(song: song, row: row, isCurrent: change.to == .listening(.playing)))
  }
}

/// How songs are drawn: in columns, or in words to be read aloud.
@MainActor struct SongDrawing {
  /// The number of songs that determine the widths of columns.
  private static let decisive = 500

  let session: MeditationViewModel
  let output: any LineOutput
  /// The form of times that are read aloud.
  var times: () -> Wording.Times = { .clock }
  /// True if the file of the song at this index is the bell of the plan.
  var isBell: (Int) -> Bool = { _ in false }
  /// In dB, if the song at this index is brought to one loudness.
  var gain: (Int) -> Double? = { _ in nil }

  var isPlain: Bool { output.rendering == .plain }

  var wording: Wording { isPlain ? .aloud(times()) : .screen }

  /// The row of `song` after `change`; `nil` if the change draws none: the song is no longer the
  /// current one, or the phase has changed, which draws the whole list.
  func row(of song: SongViewModel, after change: ModeChange) -> Row? {
    switch (change.from, change.to) {
    case (_, .listening(.playing)): return row(song, withPosition: true)
    case (.listening(.playing), .listening), (.picking, .listening), (.listening, .picking):
      return nil
    case (.listening, .listening):
      var row = row(song)
      // The row of a song that joins looks like that of one that leaves.
      if !isPlain { row.detail = row.stateAsNews }
      return row
    case (.picking, .picking): return row(song)
    }
  }

  /// The row of `song` in a list: `withPosition` if it is the current one, `amongAll` if the list
  /// also has songs outside the session.
  func row(_ song: SongViewModel, withPosition: Bool = false, amongAll: Bool = false) -> Row {
    Row(
      song, in: session.state, isBell: isBell(song.index),
      // The status says that of the current song.
      gain: withPosition ? nil : gain(song.index), wording: wording, withPosition: withPosition,
      amongAll: amongAll)
  }

  /// The line for each of `rows`, which `areNews` if they are drawn because they changed.
  ///
  /// Columns have the same widths whichever rows are shown: they depend on all songs, or on the
  /// first ones of a long list.
  func lines(_ rows: [Row], areNews: Bool = false) -> [(text: String, style: RowStyle)] {
    guard !isPlain else { return rows.map { (PlainRow.line($0, isNews: areNews), $0.style) } }
    let others = session.songs.prefix(Self.decisive).map { row($0) }
    let layout = RowLayout(
      lastNumber: session.songs.count, rows: others + rows, width: output.width)
    return rows.map { (layout.line($0), $0.style) }
  }
}
