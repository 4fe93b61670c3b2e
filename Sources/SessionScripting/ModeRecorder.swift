public import MeditationCore

/// Records the mode changes of a session's songs, in order.
@MainActor public final class ModeRecorder {
  /// All changes since the recorder was created or cleared.
  public private(set) var changes: [ModeChange] = []
  private var subscriptions: [Subscription] = []

  /// Starts recording `session`, with the songs that join it later.
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

  /// Clears the record.
  public func removeAll() { changes.removeAll() }
}
