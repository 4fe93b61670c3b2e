import MeditationCore

/// The cells of the songs in sight: as many as there are rows, used again as rows scroll away.
///
/// A song that no cell shows has no observer, and costs nothing.
@MainActor final class SongCells {
  /// How many rows are in sight; at least 1.
  private let capacity: () -> Int
  /// The row that scrolls away next comes first.
  private var cells: [SongCell] = []
  /// The songs whose modes changed since they were last taken, in the order of their changes.
  private var news: [SongViewModel] = []

  /// No cells yet; never more than `capacity`.
  init(capacity: @escaping () -> Int) { self.capacity = capacity }

  /// How many cells there are.
  var count: Int { cells.count }

  /// Shows `songs`, the last of them nearest to the prompt. Of more than there is room for, only
  /// the last ones keep a cell.
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

  /// Shows those of `songs`, in their order, for which there is room.
  func bringIntoSight(_ songs: some Sequence<SongViewModel>) {
    show(Array(songs.prefix(max(1, capacity()))))
  }

  /// The songs in sight whose modes changed since the last call, each once, in the order of their
  /// first changes.
  func takeNews() -> [SongViewModel] {
    defer { news = [] }
    var seen: Set<ObjectIdentifier> = []
    return news.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }
}
