import Score

/// A change to the picks, an order or the plan, with what undoing it needs.
enum PickingChange {
  /// The songs of these ids were picked or unpicked. Consecutive ids form one range.
  case toggled([Range<Int>])
  /// The orders before the change; `order` holds the ids of the user's own order, if there was one.
  case arranged(sort: SongSort, playing: Arrangement.Playing, order: [Int])
  /// A song was moved from one position to another, both in the playing order of all songs.
  case moved(from: Int, to: Int)
  /// The plan was changed; this is the one before.
  case planned(Plan)
  /// Two changes at once; the second is undone first.
  indirect case both(PickingChange, PickingChange)

  /// A change that picked or unpicked the songs of these ids.
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

  /// The memory used, in words.
  var cost: Int {
    switch self {
    case .toggled(let ranges): 8 + 2 * ranges.count
    case .arranged(_, _, let order): 8 + order.count
    case .moved: 8
    case .planned(let plan): 32 + 2 * plan.bells.timeCount
    case .both(let first, let second): first.cost + second.cost
    }
  }

  /// The ids of the songs that were picked or unpicked.
  var toggled: [Range<Int>] {
    switch self {
    case .toggled(let songs): songs
    case .arranged, .moved, .planned: []
    case .both(let first, let second): first.toggled + second.toggled
    }
  }
}

extension Bells {
  /// The number of times that are kept one by one.
  fileprivate var timeCount: Int {
    switch self {
    case .at(let times): times.count
    case .none, .every, .random: 0
    }
  }
}
