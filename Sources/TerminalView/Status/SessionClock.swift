import MeditationCore

/// Knows what is left of a session at any time, without adding up its songs each time.
@MainActor struct SessionClock {
  /// What follows each song of the session, by the song's index.
  private var after: [Int: TimeLeft] = [:]

  /// A clock for the session that `songs` are in, in the order of the list.
  init(_ songs: [SongViewModel]) {
    var left = TimeLeft(known: .zero, isMore: false)
    for song in songs.reversed() where song.mode.isInSession {
      after[song.index] = left
      left.add(song.length)
    }
  }

  /// What is left when `song` has played up to `position`.
  func left(in song: SongViewModel, at position: Duration) -> TimeLeft {
    var left = after[song.index] ?? TimeLeft(known: .zero, isMore: false)
    left.add(song.length.map { max($0 - position, .zero) })
    return left
  }
}

extension TimeLeft {
  fileprivate mutating func add(_ length: Duration?) {
    if let length { known += length } else { isMore = true }
  }
}
