import MeditationCore
import MeditationLanguage
import MeditationPractice
import MeditationScreens

/// Converts typed song numbers, from 1, to indices in the list.
package enum SongResolver {
  /// The distinct indices of `selection` in a list of `count` songs; refused if any is invalid.
  ///
  /// - Parameters:
  ///   - found: The songs found by `find`; `nil` if the list is not narrowed.
  ///   - rest: The songs of the session that are still to come.
  ///   - isReading: True if songs are still to join the list.
  ///   - search: Returns the songs with all of some words.
  package static func indices(
    of selection: SongSelection, count: Int, found: [Int]? = nil, rest: [Int] = [],
    isReading: Bool = false, search: (_ words: [String]) -> [Int] = { _ in [] }
  ) throws(CommandRefusal) -> [Int] {
    switch selection {
    // 'all' means all songs that the list shows.
    case .all: return found ?? Array(0..<count)
    case .found:
      guard let found else { throw .nothingFound(words: nil) }
      return found
    case .rest: return rest
    case .matching(let words):
      let songs = search(words)
      guard !songs.isEmpty else {
        throw .nothingFound(words: selection.description, isReading: isReading)
      }
      return songs
    case .numbers(let ranges): return try indices(of: ranges, count: count)
    }
  }

  /// The distinct indices of `ranges`, checked before they are expanded: a huge one costs nothing.
  package static func indices(
    of ranges: [NumberRange], count: Int
  ) throws(CommandRefusal) -> [Int] {
    let songs = 1..<(count + 1)
    for range in ranges {
      for number in [range.first, range.last ?? range.first] where !songs.contains(number) {
        throw .session(.noSuchSong(number: number, count: count))
      }
    }
    var seen: Set<Int> = []
    let indices = ranges.flatMap { range in
      let last = range.last ?? count
      return range.first <= last ? Array(range.first - 1...last - 1) : []
    }
    return indices.filter { seen.insert($0).inserted }
  }
}
