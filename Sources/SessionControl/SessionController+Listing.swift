import CommandLanguage
import MeditationCore
import Text

extension SessionController {
  /// The songs that the list shows now, each by its index: all, or what `find` left of them. While
  /// picking they stand as in the list; from the start on, only the session's, as they play.
  public var visibleSongs: [Int] { found.map { visible($0.indices) } ?? everySong }

  /// How many songs `find` left; of all, where it narrowed nothing.
  public var foundCount: Int { visibleSongs.count }

  func listing(of scope: ListScope) -> Reply {
    switch scope {
    case .screenful: return .page(.list(currentListing))
    case .all: return .page(.list(SongListing(scope: .all, songs: everySong)))
    case .picked: return .page(.list(SongListing(scope: .picked, songs: session.playOrder)))
    case .found:
      guard let found else { return .outcome(.refused(.nothingFound(words: nil))) }
      return .page(.list(SongListing(scope: .found, songs: visibleSongs, words: found.words)))
    case .numbers(let ranges):
      let count = session.songs.count
      switch SongNumbers.indices(of: ranges.map { $0.shortened(to: count) }, count: count) {
      case .failure(let refusal): return .outcome(.refused(refusal))
      case .success(let songs):
        return .page(.list(SongListing(scope: .numbers, songs: songs.filter(isShown))))
      }
    }
  }

  /// Narrows the list to the songs that have all of `words`.
  func find(_ words: [String]) -> Reply {
    let text = words.joined(separator: " ")
    guard !words.isEmpty else {
      found = nil
      return listing(of: .screenful)
    }
    let matching = Found(
      words: Echo(text).text, songs: songsByID(searchIndex.songs(with: words)))
    guard matching.songs.contains(where: { isShown($0.index) }) else {
      return .outcome(.refused(.nothingFound(words: matching.words)))
    }
    found = matching
    return listing(of: .screenful)
  }

  private var everySong: [Int] {
    session.phase == .picking ? Array(session.songs.indices) : session.playOrder
  }

  private func visible(_ songs: [Int]) -> [Int] {
    guard session.phase != .picking else { return songs }
    let wanted = Set(songs)
    return session.playOrder.filter(wanted.contains)
  }

  private func isShown(_ song: Int) -> Bool {
    session.phase == .picking || session.songs[song].mode.isInSession
  }

  /// A screenful of the visible songs, around the current one.
  public var currentListing: SongListing {
    let (all, screenful) = (visibleSongs, screenful())
    let place = session.state.current.flatMap(all.firstIndex) ?? 0
    // A third of the rows tell what was, two thirds what comes.
    let start = max(0, min(place - screenful / 3, all.count - screenful))
    let shown = all[start..<min(start + screenful, all.count)]
    return SongListing(
      scope: .screenful, songs: Array(shown), before: start,
      after: all.count - shown.endIndex, words: found?.words)
  }
}

extension NumberRange {
  /// The range without what is beyond a list of `count` songs, if some of it is within: a page
  /// that is not full is still a page.
  fileprivate func shortened(to count: Int) -> NumberRange {
    guard let last, first <= count, last > count else { return self }
    return NumberRange(first, through: count)
  }
}
