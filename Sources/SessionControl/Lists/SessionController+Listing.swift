import CommandLanguage
import MeditationCore
import Text

extension SessionController {
  /// The songs that the list shows `client` now, each by its index: all, or what `find` left of
  /// them. While picking they stand as in the list; from the start on, only the session's, as they
  /// play.
  public func visibleSongs(for client: Client) -> [Int] {
    found(by: client).map { visible($0.indices) } ?? everySong
  }

  /// How many songs `find` left; of all, where it narrowed nothing.
  public func foundCount(for client: Client) -> Int { visibleSongs(for: client).count }

  /// What `find` left of the list for `client`, if it is still narrowed.
  func found(by client: Client) -> Found? {
    client.found.flatMap { $0.startCount == startCount ? $0 : nil }
  }

  func listing(of scope: ListScope, for client: Client) -> Reply {
    switch scope {
    case .screenful: return .page(.list(currentListing(for: client)))
    case .all: return .page(.list(SongListing(scope: .all, songs: everySong)))
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
        return .page(.list(SongListing(scope: .numbers, songs: songs.filter(isShown))))
      }
    }
  }

  /// Narrows the list to the songs that have all of `words`.
  func find(_ words: [String], for client: Client) -> Reply {
    let text = words.joined(separator: " ")
    guard !words.isEmpty else {
      client.found = nil
      return listing(of: .screenful, for: client)
    }
    let matching = Found(
      words: Echo(text).text, songs: songsByID(searchIndex.songs(with: words)),
      startCount: startCount)
    guard matching.songs.contains(where: { isShown($0.index) }) else {
      return .refused(.nothingFound(words: matching.words))
    }
    client.found = matching
    return listing(of: .screenful, for: client)
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

  /// A screenful of the songs that `client` sees, around the current one.
  public func currentListing(for client: Client) -> SongListing {
    let (all, screenful) = (visibleSongs(for: client), client.screenful())
    let place = session.state.current.flatMap(all.firstIndex) ?? 0
    // A third of the rows tell what was, two thirds what comes.
    let start = max(0, min(place - screenful / 3, all.count - screenful))
    let shown = all[start..<min(start + screenful, all.count)]
    return SongListing(
      scope: .screenful, songs: Array(shown), before: start,
      after: all.count - shown.endIndex, words: found(by: client)?.words)
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
