public import MeditationCore

/// Records the mode changes of a session's songs, in order.
@MainActor public final class ModeRecorder {
  /// All changes since the recorder was created or cleared.
  public private(set) var changes: [ModeChange] = []
  private var subscription: Subscription?

  /// Starts recording `session`, with the songs that join it later.
  public init(of session: MeditationViewModel) {
    subscription = session.observeSettled { [weak self] in self?.changes += $0.changes }
  }

  /// Clears the record.
  public func removeAll() { changes.removeAll() }
}
