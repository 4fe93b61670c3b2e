import CommandLanguage
import MeditationCore
import Text

extension SessionController {
  /// The indices of the songs that the list shows to `client`: those found, in the session or not,
  /// in the order of the list. Otherwise all songs or, unless picking, those of the session in
  /// playing order.
  public func visibleSongs(for client: Client) -> [Int] {
    found(by: client)?.indices
      ?? (session.phase == .picking ? Array(session.songs.indices) : session.playOrder)
  }

  /// The number of songs that the list shows to `client`.
  public func foundCount(for client: Client) -> Int { visibleSongs(for: client).count }

  /// The result of `find` for `client`, if its list is still narrowed.
  func found(by client: Client) -> Found? {
    client.found.flatMap { $0.startCount == startCount ? $0 : nil }
  }

  func listing(of scope: ListScope, for client: Client) -> Reply {
    switch scope {
    case .screenful: return .page(.list(currentListing(for: client)))
    case .all:
      return .page(.list(SongListing(scope: .all, songs: Array(session.songs.indices))))
    case .picked: return .page(.list(SongListing(scope: .picked, songs: session.playOrder)))
    case .found:
      guard let found = found(by: client) else { return .refused(.nothingFound(words: nil)) }
      return .page(
        .list(SongListing(scope: .found, songs: visibleSongs(for: client), words: found.words)))
    case .numbers(let ranges):
      let count = session.songs.count
      switch SongResolver.indices(of: ranges.map { $0.shortened(to: count) }, count: count) {
      case .failure(let refusal): return .refused(refusal)
      case .success(let songs):
        return .page(.list(SongListing(scope: .numbers, songs: songs)))
      }
    }
  }

  /// Narrows the list to the songs with all of `words`.
  func find(_ words: [String], for client: Client) -> Reply {
    let text = words.joined(separator: " ")
    guard !words.isEmpty else {
      client.found = nil
      return listing(of: .screenful, for: client)
    }
    let matching = Found(
      words: Echo(text).text, songs: songsByID(searchIndex.songs(with: words)),
      startCount: startCount)
    guard !matching.songs.isEmpty else {
      return .refused(.nothingFound(words: matching.words))
    }
    client.found = matching
    return listing(of: .screenful, for: client)
  }

  /// A screenful of the songs that the list shows to `client`, around the current one.
  public func currentListing(for client: Client) -> SongListing {
    let (all, screenful) = (visibleSongs(for: client), client.screenful())
    let place = session.state.current.flatMap(all.firstIndex) ?? 0
    // A third of the rows are before the current song.
    let start = max(0, min(place - screenful / 3, all.count - screenful))
    let shown = all[start..<min(start + screenful, all.count)]
    return SongListing(
      scope: .screenful, songs: Array(shown), before: start,
      after: all.count - shown.endIndex, words: found(by: client)?.words)
  }
}

extension NumberRange {
  /// The range, cut at the end of a list of `count` songs if it begins within the list.
  fileprivate func shortened(to count: Int) -> NumberRange {
    guard let last, first <= count, last > count else { return self }
    return NumberRange(first, through: count)
  }
}
