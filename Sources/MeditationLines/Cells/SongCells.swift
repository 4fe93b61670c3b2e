import MeditationCore

/// The cells of the visible songs: one for each visible row, reused when rows scroll away. A song
/// without a cell is not observed and costs nothing.
@MainActor final class SongCells {
  private let drawing: SongDrawing
  /// The number of visible rows; at least 1.
  private let capacity: () -> Int
  /// The cells, in the order in which they will scroll away.
  private var cells: [SongCell] = []
  /// The rows that cells drew since the last call of `takeRows()`, in order.
  private var drawn: [SongCell.Drawn] = []
  private var hasEnded = false

  /// Creates an empty list with room for `capacity` cells, which draw by `drawing`.
  init(drawing: SongDrawing, capacity: @escaping () -> Int) {
    self.drawing = drawing
    self.capacity = capacity
  }

  var count: Int { cells.count }

  /// Shows `songs`, the last one nearest to the prompt. If there are too many, only the last ones
  /// get a cell. Those that were not shown before are drawn if `draws`.
  func show(_ songs: some BidirectionalCollection<SongViewModel>, draws: Bool = false) {
    guard !hasEnded else { return }
    let room = max(1, capacity())
    if cells.count > room { cells.removeFirst(cells.count - room) }
    for song in songs.suffix(room) {
      if let place = cells.firstIndex(where: { $0.song === song }) {
        cells.append(cells.remove(at: place))
      } else if cells.count < room {
        cells.append(
          SongCell(song, drawing: drawing, draws: draws) { [weak self] in self?.drawn.append($0) })
      } else {
        let cell = cells.removeFirst()
        cells.append(cell)
        cell.configure(with: song, draws: draws)
      }
    }
  }

  /// Shows the first of `songs`, in their order, as far as there is room.
  func bringIntoSight(_ songs: some Sequence<SongViewModel>) {
    show(Array(songs.prefix(max(1, capacity()))))
  }

  /// The latest row of each song drawn since the last call, in the order of the first drawings.
  func takeRows() -> [SongCell.Drawn] {
    defer { drawn = [] }
    var places: [ObjectIdentifier: Int] = [:]
    return drawn.reduce(into: []) { rows, row in
      if let place = places[ObjectIdentifier(row.song)] { return rows[place] = row }
      places[ObjectIdentifier(row.song)] = rows.count
      rows.append(row)
    }
  }

  /// Ends the observation of all songs: nothing more is drawn.
  func end() { (hasEnded, cells, drawn) = (true, [], []) }
}
