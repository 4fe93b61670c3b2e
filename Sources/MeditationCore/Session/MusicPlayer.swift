/// Changes the modes of songs. Stateless.
///
/// Each function changes the modes and returns the changes in the order in which to emit them. The
/// session emits them after the whole change, so that no handler sees half of it.
@MainActor enum MusicPlayer {
  /// Picks or unpicks `songs`. Returns only those that changed.
  static func set(_ songs: [SongViewModel], to picking: SongMode.Picking) -> [ModeChange] {
    songs.compactMap { $0.change(to: .picking(picking)) }
  }

  /// Adds `songs` to the session that is playing, or removes them. Returns only those that changed.
  static func set(_ songs: [SongViewModel], to listening: SongMode.Listening) -> [ModeChange] {
    songs.compactMap { $0.change(to: .listening(listening)) }
  }

  /// Adds each of `songs` to the session that is playing, or removes it if it is part of it.
  static func toggleListening(_ songs: [SongViewModel]) -> [ModeChange] {
    songs.compactMap { $0.change(to: .listening($0.mode.isInSession ? .hidden : .playable)) }
  }

  /// Changes to picking: those of `songs` at the indices `chosen` are picked, and no others.
  static func load(_ songs: [SongViewModel], _ chosen: Set<Int>) -> [ModeChange] {
    songs.compactMap {
      $0.change(to: .picking(chosen.contains($0.index) ? .selected : .unselected))
    }
  }

  /// Picks each of `songs`, or unpicks it if it is picked.
  static func toggle(_ songs: [SongViewModel]) -> [ModeChange] {
    songs.compactMap { $0.change(to: .picking($0.mode.isInSession ? .unselected : .selected)) }
  }

  /// Changes from picking to listening: `current` plays, if the session does not begin with silence;
  /// other picked songs are playable, and the rest are hidden.
  static func start(_ songs: [SongViewModel], with current: SongViewModel?) -> [ModeChange] {
    songs.compactMap { song in
      song.change(
        to: .listening(
          song === current ? .playing : song.mode.isInSession ? .playable : .hidden))
    }
  }

  /// Makes `new` the current song instead of `old`; `nil` is no song. The change of `old` comes
  /// first.
  static func pass(from old: SongViewModel?, to new: SongViewModel?) -> [ModeChange] {
    guard old !== new else { return [] }
    return [
      old?.change(to: .listening(.playable)),
      new?.change(to: .listening(.playing)),
    ].compactMap { $0 }
  }

  /// Changes from listening to picking; the picks are kept.
  static func back(_ songs: [SongViewModel]) -> [ModeChange] {
    songs.compactMap { $0.change(to: .picking($0.mode.isInSession ? .selected : .unselected)) }
  }
}
