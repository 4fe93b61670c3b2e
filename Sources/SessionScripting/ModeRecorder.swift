public import MeditationCore

/// Records the mode changes of a session's songs, in order.
@MainActor public final class ModeRecorder {
  /// All changes since the recorder was created or cleared.
  public private(set) var changes: [ModeChange] = []
  private var subscriptions: [Subscription] = []

  /// Starts recording `session`.
  public init(of session: MeditationViewModel) {
    subscriptions = session.songs.map { song in
      song.observeMode { [weak self] in self?.changes.append($0) }
    }
  }

  /// Clears the record.
  public func removeAll() { changes.removeAll() }
}
