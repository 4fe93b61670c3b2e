import MeditationPlan

/// The model of a session: its songs with their orders, what was heard, and the published state.
///
/// A value: ``MusicPlayer`` decides on it, and keeps nothing. Keep no copy across a change of the
/// list, which would then copy all songs.
@MainActor struct SessionModel {
  var list: SongList
  var progress = HeardSongs()
  var state = SessionState()
  /// The songs whose failures changed in this batch, with their old ones.
  private var failureChanges: [(song: SongViewModel, old: String?)] = []

  init(_ songs: [SongViewModel]) {
    list = SongList(songs)
    state.songCount = songs.count
  }

  var songs: [SongViewModel] { list.songs }
  var currentSong: SongViewModel? { state.current.map { list.songs[$0] } }

  /// How long two songs of known length overlap, the second after the first.
  ///
  /// For a current song that began in its middle, only the rest counts. A changed crossfade applies
  /// from the next song on; one that was turned off, at once.
  func overlap(of first: Int, with second: Int) -> Duration {
    guard let length = songs[first].length, let next = songs[second].length else { return .zero }
    guard first == state.current, state.plan.crossfade > .zero else {
      return state.plan.overlap(of: length, with: next)
    }
    var plan = state.plan
    plan.crossfade = progress.crossfade
    return plan.overlap(of: length - state.start, with: next)
  }

  func noSuchSong(_ index: Int) -> Refusal {
    .noSuchSong(number: index == .max ? index : index + 1, count: songs.count)
  }

  // MARK: - Failures

  /// Sets why `song` failed; its handlers are called after the whole change.
  mutating func setFailure(_ reason: String?, of song: SongViewModel) {
    if !failureChanges.contains(where: { $0.song === song }) {
      failureChanges.append((song, song.failure))
    }
    song.failure = reason
  }

  /// Clears the failure of the song at index `song`, which plays again.
  mutating func clearFailure(of song: Int) {
    guard songs[song].failure != nil else { return }
    setFailure(nil, of: songs[song])
    state.summary.failedCount -= 1
  }

  mutating func clearFailures() {
    for song in songs where song.failure != nil {
      failureChanges.append((song, song.failure))
      song.failure = nil
    }
  }

  mutating func takeFailureChanges() -> [(song: SongViewModel, old: String?)] {
    defer { failureChanges = [] }
    return failureChanges
  }
}
