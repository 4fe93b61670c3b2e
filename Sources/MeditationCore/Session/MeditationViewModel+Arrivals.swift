extension MeditationViewModel {
  /// Appends the waiting songs to the list, not picked. Song numbers do not change, because the
  /// user may be typing one; the next `sort` moves the new songs to their positions.
  ///
  /// A shuffled order is shuffled again with its seed and all songs. In the user's own order, the
  /// new songs come last.
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

  /// `order`, followed by the ids of the songs that were appended after it was made.
  func withArrivals(_ order: [Int]) -> [Int] { order + (order.count..<given.count) }
}
