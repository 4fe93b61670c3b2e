import MeditationPlan

/// The order of the list, and the order in which a session plays.
public struct Arrangement: Hashable, Sendable {
  /// The order in which songs play.
  public enum Playing: Hashable, Sendable {
    /// The order of the list.
    case asListed
    /// Shuffled. The same songs and seed give the same order, whatever the list's order and picks.
    case shuffled(seed: Int)
    /// The user's own order.
    case moved
  }

  /// The sort key of the list.
  public var sort: SongSort = .original
  /// The order in which songs play.
  public var playing: Playing = .asListed
  /// Counts the changes of either order, even those by undoing.
  public var revision = 0

  /// Creates the arrangement of a new list.
  public init() {}
}

/// An order of the list, and its sort key.
struct Listing: Equatable {
  let sort: SongSort
  /// The ids of the songs; empty for their original order.
  let order: [SongID]
}

/// The songs of a list, in the order of the list and in playing order.
@MainActor struct SongList {
  /// The songs in the order of the list. Only sorting changes it; new songs come last.
  private(set) var songs: [SongViewModel]
  /// The sort key of the list, and the order in which songs play.
  var arrangement = Arrangement()
  /// The songs in their original order; the number of a song's id is its index here.
  private var original: [SongViewModel]
  private var arriving: [SongViewModel] = []
  /// How many songs have joined since the session began: they play last, even in a shuffled order,
  /// until the session is left.
  var lateCount = 0
  /// The ids of all songs in playing order; empty if that is the order of the list.
  private(set) var playingIDs: [SongID] = []

  init(_ songs: [SongViewModel]) {
    self.songs = songs
    original = songs
    for (index, song) in songs.enumerated() {
      (song.index, song.id) = (index, SongID(rawValue: index))
    }
  }

  /// The song with this id; `nil` if the list has none. Takes constant time.
  func song(id: SongID) -> SongViewModel? {
    original.indices.contains(id.rawValue) ? original[id.rawValue] : nil
  }

  var all: [SongViewModel] { original + arriving }

  func songs(of ids: [Range<Int>]) -> [SongViewModel] { ids.flatMap { original[$0] } }

  var pickedInOrder: [Int] {
    songsAsPlayed.compactMap { $0.mode.isInSession ? $0.index : nil }
  }

  func sorted(by sort: SongSort) -> [Int] { sort.sorted(original).map(\.index) }

  /// The indices of all songs as shuffled. The same songs and seed give the same order.
  func shuffled(seed: Int) -> [Int] {
    Shuffling.order(of: original.count, seed: seed).map { original[$0].index }
  }

  private var songsAsPlayed: [SongViewModel] {
    arrangement.playing == .asListed
      ? songs : playingIDs.map { [original] in original[$0.rawValue] }
  }

  private var idsAsPlayed: [SongID] {
    arrangement.playing == .asListed ? songs.map(\.id) : playingIDs
  }

  // MARK: - Arrivals

  var hasArrivals: Bool { !arriving.isEmpty }

  /// Queues songs that join the list with ``appendArrivals(isPicking:)``.
  mutating func queue(_ songs: [SongViewModel]) { arriving += songs }

  /// Appends the queued songs to the list, not picked. Song numbers do not change, because the user
  /// may be typing one; the next `sort` moves the new songs to their positions.
  ///
  /// While picking, a shuffled order is shuffled again with its seed. In the user's own order, and
  /// in a session, the new songs come last.
  ///
  /// - Returns: The songs that were queued.
  mutating func appendArrivals(isPicking: Bool) -> [SongViewModel] {
    let new = arriving
    arriving = []
    for song in new {
      (song.index, song.id) = (songs.count, SongID(rawValue: original.count))
      songs.append(song)
      original.append(song)
    }
    lateCount = isPicking ? 0 : lateCount + new.count
    updatePlayingIDs()
    return new
  }

  /// Shuffles in the songs that joined since the session began, if the order is shuffled.
  mutating func mixInArrivals() {
    guard lateCount > 0 else { return }
    lateCount = 0
    updatePlayingIDs()
  }

  /// Gives newly appended songs their places in the playing order.
  private mutating func updatePlayingIDs() {
    switch arrangement.playing {
    case .asListed: playingIDs = []
    case .shuffled(let seed):
      let shuffled = Shuffling.order(of: original.count - lateCount, seed: seed)
      playingIDs = withArrivals(shuffled.map(SongID.init(rawValue:)))
    case .moved: playingIDs = withArrivals(playingIDs)
    }
  }

  /// `order`, followed by the ids of songs appended since.
  private func withArrivals(_ order: [SongID]) -> [SongID] {
    order + (order.count..<original.count).map(SongID.init(rawValue:))
  }

  // MARK: - Orders

  var listing: Listing {
    Listing(sort: arrangement.sort, order: arrangement.sort == .original ? [] : songs.map(\.id))
  }

  func listing(by sort: SongSort) -> Listing {
    Listing(sort: sort, order: sort == .original ? [] : sort.sorted(original).map(\.id))
  }

  /// A change whose undoing restores the playing order, and the list's if `listing` differs.
  func orders(with listing: Listing? = nil) -> PickingChange.Order {
    .arranged(
      listing, playing: arrangement.playing,
      order: arrangement.playing == .moved ? playingIDs : [])
  }

  /// Sets the playing order and, if `listing` is given, that of the list. `order` has the ids of
  /// the user's own order, if that is the playing order. Songs appended since then come last.
  mutating func arrange(_ listing: Listing?, playing: Arrangement.Playing, order: [SongID] = []) {
    if let listing {
      songs = withArrivals(listing.order).map { [original] in original[$0.rawValue] }
      for (index, song) in songs.enumerated() { song.index = index }
      arrangement.sort = listing.sort
    }
    (playingIDs, arrangement.playing) = (order, playing)
    updatePlayingIDs()
    arrangement.revision += 1
  }

  /// Makes the songs `chosen` play as given: in the order of the list if it is the same; otherwise
  /// they change places with each other in it.
  ///
  /// - Returns: True if that changed the order.
  mutating func playAsGiven(_ chosen: [Int]) -> Bool {
    let asListed = chosen.sorted()
    var (playing, ids) = (Arrangement.Playing.asListed, [SongID]())
    if chosen != asListed {
      (playing, ids) = (.moved, songs.map(\.id))
      for (place, song) in zip(asListed, chosen) { ids[place] = songs[song].id }
    }
    guard playing != arrangement.playing || ids != playingIDs else { return false }
    arrange(nil, playing: playing, order: ids)
    return true
  }

  /// Plays the songs of the session in the order that they have in `new`. They change places with
  /// each other in the playing order of all songs.
  mutating func play(inOrder new: [Int]) {
    var ids = idsAsPlayed
    var next = new[...]
    for place in ids.indices where original[ids[place].rawValue].mode.isInSession {
      guard let song = next.popFirst() else { break }
      ids[place] = songs[song].id
    }
    arrange(nil, playing: .moved, order: ids)
  }

  /// Moves the songs with these ids, in this order, to the end of the playing order, unless the
  /// songs of the session then play in the same order.
  mutating func playLast(_ ids: [SongID]) {
    let (chosen, before) = (Set(ids), idsAsPlayed)
    let played = before.filter { !chosen.contains($0) } + ids
    let isInSession = { [original] (id: SongID) in original[id.rawValue].mode.isInSession }
    guard played.filter(isInSession) != before.filter(isInSession) else { return }
    arrange(nil, playing: .moved, order: played)
  }

  /// Moves the song at index `song` to the place of another in the playing order of all songs.
  /// ``move(from:to:)`` with both places swapped reverses the move.
  mutating func move(_ song: Int, toPlaceOf other: Int) -> (from: Int, to: Int)? {
    let ids = idsAsPlayed
    guard let from = ids.firstIndex(of: songs[song].id),
      let to = ids.firstIndex(of: songs[other].id)
    else { return nil }
    playingIDs = ids
    move(from: from, to: to)
    return (from, to)
  }

  mutating func move(from: Int, to: Int) {
    playingIDs.insert(playingIDs.remove(at: from), at: to)
    arrangement.playing = .moved
    arrangement.revision += 1
  }
}
