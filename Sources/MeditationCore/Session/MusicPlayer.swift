/// Changes the modes of songs. Stateless: all that it knows is the songs that it is given.
///
/// Each function writes the modes and returns the changes in the order in which they are to be
/// told; telling them is for the session, once all are made, so that no handler sees half a change.
@MainActor enum MusicPlayer {
  /// Makes `songs` part of the session to come, or not. Those that are so already are left alone.
  static func set(_ songs: [SongViewModel], to picking: SongMode.Picking) -> [ModeChange] {
    songs.compactMap { $0.change(to: .picking(picking)) }
  }

  /// Makes `songs` part of the session that is heard, or not.
  static func set(_ songs: [SongViewModel], to listening: SongMode.Listening) -> [ModeChange] {
    songs.compactMap { $0.change(to: .listening(listening)) }
  }

  /// Adds each of `songs` to the session that is heard if it is not part of it, and takes it out
  /// if it is.
  static func toggleListening(_ songs: [SongViewModel]) -> [ModeChange] {
    songs.compactMap { $0.change(to: .listening($0.mode.isInSession ? .hidden : .playable)) }
  }

  /// Picks each of `songs` that is not picked, and the other way round.
  static func toggle(_ songs: [SongViewModel]) -> [ModeChange] {
    songs.compactMap { $0.change(to: .picking($0.mode.isInSession ? .unselected : .selected)) }
  }

  /// From picking to listening: `current` plays, the other picked songs are playable, the rest is
  /// hidden.
  static func start(_ songs: [SongViewModel], with current: SongViewModel) -> [ModeChange] {
    songs.compactMap { song in
      song.change(
        to: .listening(
          song === current ? .playing : song.mode.isInSession ? .playable : .hidden))
    }
  }

  /// Passes the part of the current song from `old` to `new`; `nil` is no song. The old one is
  /// told first.
  static func pass(from old: SongViewModel?, to new: SongViewModel?) -> [ModeChange] {
    guard old !== new else { return [] }
    return [
      old?.change(to: .listening(.playable)),
      new?.change(to: .listening(.playing)),
    ].compactMap { $0 }
  }

  /// From listening back to picking, with the selection as it was.
  static func back(_ songs: [SongViewModel]) -> [ModeChange] {
    songs.compactMap { $0.change(to: .picking($0.mode.isInSession ? .selected : .unselected)) }
  }
}
