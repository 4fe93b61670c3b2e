public import MeditationCore
public import MeditationPlan

/// Records what happens in a session, in order.
@MainActor public final class SessionRecorder {
  /// The mode changes of its songs since the recorder was created or cleared.
  public private(set) var changes: [ModeChange] = []
  /// The cues that its engine reported since then: strokes of bells, beginnings of parts, lines of a
  /// guide, and the end of the plan.
  public private(set) var cues: [Cue] = []
  /// The cues that are strokes of bells.
  public var strokes: [Cue] { cues.filter(\.kind.isStroke) }
  private var subscription: Subscription?

  /// Starts recording `session`, with the songs that join it later.
  public init(of session: MeditationViewModel) {
    subscription = session.observeSettled { [weak self] in self?.note($0) }
  }

  private func note(_ change: SessionChange) {
    changes += change.changes
    if let cue = change.cue { cues.append(cue) }
  }

  /// Clears the record.
  public func removeAll() { (changes, cues) = ([], []) }
}
