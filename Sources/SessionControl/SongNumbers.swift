import CommandLanguage

/// From song numbers as typed, counted from 1, to indices in the list.
enum SongNumbers {
  /// A number that no song of the list has.
  struct Stranger: Error, Equatable {
    var number: Int
  }

  /// The indices that `ranges` name in a list of `count` songs, all or none, and each once: a
  /// range is checked before it is spelled out, so that a huge one costs nothing.
  static func indices(of ranges: [NumberRange], count: Int) -> Result<[Int], Stranger> {
    for range in ranges {
      for number in [range.first, range.last ?? count] where !(1...max(count, 1) ~= number) {
        return .failure(Stranger(number: number))
      }
      if count == 0 { return .failure(Stranger(number: range.first)) }
    }
    var seen: Set<Int> = []
    let indices = ranges.flatMap { range -> [Int] in
      let last = range.last ?? count
      return range.first <= last ? Array(range.first - 1...last - 1) : []
    }
    return .success(indices.filter { seen.insert($0).inserted })
  }
}
