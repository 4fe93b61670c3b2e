/// Finds the songs of an old list in a new one.
enum SongMatch {
  /// A song that stays where it is.
  struct Kept {
    /// The index in the new list.
    let place: Int
    /// The index in the old list.
    let source: Int
  }

  /// For each of `songs`, its index in `old`; a song that is there twice is matched in order.
  static func sources(of songs: [SetSong], among old: [SetSong]) -> [Int?] {
    var places: [[UInt8]: [Int]] = [:]
    for (index, song) in old.enumerated().reversed() {
      places[song.path, default: []].append(index)
    }
    return songs.map { places[$0.path]?.popLast() }
  }

  /// The longest sequence of matches whose sources ascend, in n log n steps.
  ///
  /// Source: M. Fredman, "On computing the length of longest increasing subsequences" (1975).
  static func kept(_ sources: [Int?]) -> [Kept] {
    // For each length, the match that ends the sequence with the least source.
    var ends: [Kept] = []
    var previous = [Int?](repeating: nil, count: sources.count)
    for (place, source) in sources.enumerated() {
      guard let source else { continue }
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle].source < source { low = middle + 1 } else { high = middle }
      }
      previous[place] = low > 0 ? ends[low - 1].place : nil
      let match = Kept(place: place, source: source)
      if low < ends.count { ends[low] = match } else { ends.append(match) }
    }
    var kept: [Kept] = []
    var place = ends.last?.place
    while let found = place, let source = sources[found] {
      kept.append(Kept(place: found, source: source))
      place = previous[found]
    }
    return kept.reversed()
  }
}
