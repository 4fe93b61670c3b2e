public import MeditationCore

/// Keeps the mode changes of a session's songs, in the order in which they were told.
@MainActor public final class ModeRecorder {
  /// All changes since the recorder was made, or emptied.
  public private(set) var changes: [ModeChange] = []
  private var subscriptions: [Subscription] = []

  /// Records from now on.
  public init(of session: MeditationViewModel) {
    subscriptions = session.songs.map { song in
      song.observeMode { [weak self] in self?.changes.append($0) }
    }
  }

  /// Forgets what was recorded.
  public func removeAll() { changes.removeAll() }
}
