/// A change of the picks or of an order: enough to undo it.
enum PickingChange {
  /// The songs of these ids were picked, or taken out; neighbours make one range.
  case toggled([Range<Int>])
  /// The songs stood and played so before; `order` holds their ids where the user had moved some.
  case arranged(sort: SongSort, playing: Arrangement.Playing, order: [Int])
  /// Of all songs in the order in which they play, the one at `from` went to `to`.
  case moved(from: Int, to: Int)
  /// Two changes at once; the second is undone first.
  indirect case both(PickingChange, PickingChange)

  /// Songs of these ids were picked, or taken out.
  init(toggling songs: [Int]) {
    var ranges: [Range<Int>] = []
    for song in songs.sorted() {
      if let last = ranges.last, last.upperBound == song {
        ranges[ranges.count - 1] = last.lowerBound..<song + 1
      } else {
        ranges.append(song..<song + 1)
      }
    }
    self = .toggled(ranges)
  }

  /// The memory that it takes, in words.
  var cost: Int {
    switch self {
    case .toggled(let ranges): 8 + 2 * ranges.count
    case .arranged(_, _, let order): 8 + order.count
    case .moved: 8
    case .both(let first, let second): first.cost + second.cost
    }
  }

  /// The songs, by their ids, that it picked or took out.
  var toggled: [Range<Int>] {
    switch self {
    case .toggled(let songs): songs
    case .arranged, .moved: []
    case .both(let first, let second): first.toggled + second.toggled
    }
  }
}
