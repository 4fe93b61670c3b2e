/// What a change while picking has changed: enough to take it back.
enum PickingChange {
  /// The songs at these indices were picked, or taken out.
  case toggled(RangeSet<Int>)
  /// The songs stood and played so before; `order` holds their ids where the user had moved some.
  case arranged(sort: SongSort, playing: Arrangement.Playing, order: [Int])
  /// Of all songs in the order in which they play, the one at `from` went to `to`.
  case moved(from: Int, to: Int)

  init(toggling changes: [ModeChange]) {
    var songs = RangeSet<Int>()
    // In order each one goes to the end of the set, whatever the order typed.
    for song in changes.map(\.song).sorted() { songs.insert(contentsOf: song..<song + 1) }
    self = .toggled(songs)
  }

  /// The memory that it takes, in words.
  var cost: Int {
    switch self {
    case .toggled(let songs): 8 + 2 * songs.ranges.count
    case .arranged(_, _, let order): 8 + order.count
    case .moved: 8
    }
  }
}
