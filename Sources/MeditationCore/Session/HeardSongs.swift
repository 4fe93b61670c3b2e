import MeditationPlan

/// The songs of a session, by their indices in the list, and how far it has come.
struct HeardSongs {
  var order = SessionOrder([])
  /// The last song reached: the current one, or the one before a silence.
  private(set) var reached: Int?
  /// The crossfade of the plan when the engine reached the current song.
  private(set) var crossfade = Duration.zero
  private(set) var heard: Set<Int> = []
  /// The number of silent songs in a row since the last action of the user.
  var silentCount = 0
  /// The jump that began the session or last moved session time; earlier events are ignored.
  var firstJump = 0

  /// Begins a session of the songs in `order` with the jump numbered `jump`.
  mutating func begin(jump: Int) { (reached, heard, firstJump) = (nil, [], jump) }

  mutating func reach(_ song: Int?, crossfade: Duration) {
    (reached, self.crossfade) = (song, crossfade)
  }

  /// Notes that `song` was heard, at least in part; true for the first time.
  mutating func hear(_ song: Int) -> Bool { heard.insert(song).inserted }

  func hasPlayed(_ song: Int) -> Bool { song == reached || heard.contains(song) }

  /// The songs up to the last one reached.
  var passed: ArraySlice<Int> {
    order.songs.prefix(reached.flatMap(order.place).map { $0 + 1 } ?? 0)
  }

  /// The songs after the last one reached.
  var toCome: ArraySlice<Int> { order.songs.dropFirst(passed.count) }

  /// The song after the last one reached, in the order.
  func following(_ repeats: Repeat) -> Int? {
    guard let reached else { return order.first }
    return order.song(after: reached) ?? (repeats == .off ? nil : order.first)
  }

  /// The song that plays after the last one reached, if nobody skips it.
  func upcoming(_ repeats: Repeat) -> Int? {
    repeats == .one ? reached ?? order.first : following(repeats)
  }

  func includes(_ event: EngineEvent) -> Bool { event.generation.jump >= firstJump }

  // MARK: - Silent songs

  /// Notes that a song ended; true if as many silent ones in a row have ended as there are songs.
  mutating func noteEnd(isSilent: Bool) -> Bool {
    silentCount = isSilent ? silentCount + 1 : 0
    return silentCount >= order.count
  }
}

/// The songs of a session in playing order. Looking up a song's position takes constant time.
struct SessionOrder {
  let songs: [Int]
  /// Each song's position, by its index; -1 if it is not part of the session.
  private let places: [Int]

  init(_ songs: [Int]) {
    self.songs = songs
    var places = [Int](repeating: -1, count: (songs.max() ?? -1) + 1)
    for (place, song) in songs.enumerated() { places[song] = place }
    self.places = places
  }

  var first: Int? { songs.first }
  var last: Int? { songs.last }
  var count: Int { songs.count }

  /// The position of `song` in the session, from 0; `nil` if it is not part of it.
  func place(of song: Int) -> Int? {
    guard places.indices.contains(song), places[song] >= 0 else { return nil }
    return places[song]
  }

  /// The song that plays after `song` if nobody skips it.
  func upcoming(after song: Int, _ repeats: Repeat) -> Int? {
    switch repeats {
    case .off: self.song(after: song)
    case .on: self.song(after: song) ?? first
    case .one: song
    }
  }

  func song(after song: Int) -> Int? { neighbour(of: song, at: 1) }
  func song(before song: Int) -> Int? { neighbour(of: song, at: -1) }

  private func neighbour(of song: Int, at distance: Int) -> Int? {
    guard let place = place(of: song), songs.indices.contains(place + distance) else { return nil }
    return songs[place + distance]
  }
}
