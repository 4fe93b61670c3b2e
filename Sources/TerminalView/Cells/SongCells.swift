import MeditationCore

/// The cells of the visible songs: one for each visible row, reused when rows scroll away.
///
/// A song without a cell is not observed and costs nothing.
@MainActor final class SongCells {
  /// The number of visible rows; at least 1.
  private let capacity: () -> Int
  /// The cells, in the order in which they will scroll away.
  private var cells: [SongCell] = []
  /// The songs whose modes changed since the last call of `takeNews()`, in order.
  private var news: [SongViewModel] = []

  /// Creates an empty list with room for `capacity` cells.
  init(capacity: @escaping () -> Int) { self.capacity = capacity }

  /// The number of cells.
  var count: Int { cells.count }

  /// Shows `songs`, the last one nearest to the prompt. If there are too many, only the last ones
  /// get a cell.
  func show(_ songs: some BidirectionalCollection<SongViewModel>) {
    let room = max(1, capacity())
    if cells.count > room { cells.removeFirst(cells.count - room) }
    for song in songs.suffix(room) {
      if let place = cells.firstIndex(where: { $0.song === song }) {
        cells.append(cells.remove(at: place))
      } else if cells.count < room {
        cells.append(SongCell(song) { [weak self] in self?.news.append($0.song) })
      } else {
        let cell = cells.removeFirst()
        cell.configure(with: song)
        cells.append(cell)
      }
    }
  }

  /// Shows the first of `songs`, in their order, as far as there is room.
  func bringIntoSight(_ songs: some Sequence<SongViewModel>) {
    show(Array(songs.prefix(max(1, capacity()))))
  }

  /// The visible songs whose modes changed since the last call, each once, in the order of their
  /// first changes.
  func takeNews() -> [SongViewModel] {
    defer { news = [] }
    var seen: Set<ObjectIdentifier> = []
    return news.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }
}
