public import CommandLanguage
public import MeditationCore

/// From song numbers as typed, counted from 1, to indices in the list.
public enum SongResolver {
  /// The indices that `selection` names in a list of `count` songs, all or none, and each once.
  ///
  /// - Parameter found: What `find` left of the list, if it narrowed it.
  public static func indices(
    of selection: SongSelection, count: Int, found: [Int]? = nil
  ) -> Result<[Int], Refusal> {
    switch selection {
    // While a list is narrowed, all of it is what is seen of it.
    case .all: .success(found ?? Array(0..<count))
    case .found: found.map { .success($0) } ?? .failure(.nothingFound(words: nil))
    case .numbers(let ranges): indices(of: ranges, count: count)
    }
  }

  /// A range is checked before it is spelled out, so that a huge one costs nothing.
  public static func indices(of ranges: [NumberRange], count: Int) -> Result<[Int], Refusal> {
    let songs = 1..<(count + 1)
    for range in ranges {
      for number in [range.first, range.last ?? range.first] where !songs.contains(number) {
        return .failure(.noSuchSong(number: number, count: count))
      }
    }
    var seen: Set<Int> = []
    let indices = ranges.flatMap { range in
      let last = range.last ?? count
      return range.first <= last ? Array(range.first - 1...last - 1) : []
    }
    return .success(indices.filter { seen.insert($0).inserted })
  }
}
