extension MeditationViewModel {
  /// Takes the waiting songs in, at the end of the list, not picked. Numbers, which a person may be
  /// typing, stay; the next `sort` puts the new songs in their places.
  ///
  /// A shuffled order becomes the one that its seed gives for all songs, as if they had been there
  /// when it was asked for; in an order of the user's own they come last.
  func takeIn() -> Verdict {
    for song in arriving {
      (song.index, song.id) = (songs.count, given.count)
      songs.append(song)
      given.append(song)
    }
    arriving = []
    state.songCount = songs.count
    isPartlySorted = state.arrangement.sort != .original
    switch state.arrangement.playing {
    case .asListed: break
    case .shuffled(let seed): playingIDs = Shuffling.order(of: given.count, seed: seed)
    case .moved: playingIDs = withArrivals(playingIDs)
    }
    return .done([])
  }

  /// The ids of all songs: those of `order`, made when there were only these, and then the others.
  func withArrivals(_ order: [Int]) -> [Int] { order + (order.count..<given.count) }
}
