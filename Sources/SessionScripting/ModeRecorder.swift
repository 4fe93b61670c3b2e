public import MeditationCore

/// Keeps the mode changes of a session's songs, in the order in which they were told.
@MainActor public final class ModeRecorder {
  /// All changes since the recorder was made, or emptied.
  public private(set) var changes: [ModeChange] = []
  private var subscriptions: [Subscription] = []

  /// Records from now on, also the changes of songs that join the session later.
  public init(of session: MeditationViewModel) {
    record(session.songs[...])
    session.observe(\.songCount) { [weak self, weak session] old, _ in
      guard let session else { return }
      self?.record(session.songs[old...])
    }.store(in: &subscriptions)
  }

  private func record(_ songs: ArraySlice<SongViewModel>) {
    for song in songs {
      song.observeMode { [weak self] in self?.changes.append($0) }.store(in: &subscriptions)
    }
  }

  /// Forgets what was recorded.
  public func removeAll() { changes.removeAll() }
}
