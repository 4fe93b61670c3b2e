import MeditationPlan

/// How far a session has come: its songs with their orders, what was heard of them, and what is published.
///
/// A value: ``MusicPlayer`` decides on it, and keeps nothing. No copy is kept across a change of the list,
/// which would copy all songs.
@MainActor struct SessionModel {
  var list: SongList
  /// The songs of the latest session, and how far it has come.
  var progress = HeardSongs()
  var state = SessionState()
  /// The songs whose failures changed in this batch, with the old ones.
  private var failureChanges: [(song: SongViewModel, old: String?)] = []

  init(_ songs: [SongViewModel]) {
    list = SongList(songs)
    state.songCount = songs.count
  }

  var songs: [SongViewModel] { list.songs }
  var currentSong: SongViewModel? { state.current.map { list.songs[$0] } }

  /// How long two songs of known length sound together, the second after the first.
  ///
  /// Of a current song that began in its middle, the rest counts. A crossfade that was changed since then
  /// applies from the next song on; one that was turned off, at once.
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

  /// Changes why `song` failed; its handlers are called after the whole change.
  mutating func setFailure(_ reason: String?, of song: SongViewModel) {
    if !failureChanges.contains(where: { $0.song === song }) {
      failureChanges.append((song, song.failure))
    }
    song.failure = reason
  }

  /// Clears why the song at index `song` failed, because it plays again.
  mutating func clearFailure(of song: Int) {
    guard songs[song].failure != nil else { return }
    setFailure(nil, of: songs[song])
    state.summary.failedCount -= 1
  }

  /// Clears why songs failed, at the beginning of a session.
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
