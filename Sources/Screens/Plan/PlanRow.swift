/// A step of a plan: when it happens, what happens, and the command that changes it.
public struct PlanRow: Row, Equatable, Sendable {
  public let marker: RowMarker
  public let state: String
  /// The session time, or the range of it: `0:00–15:20`.
  public let title: String
  /// What happens.
  public let message: String
  /// The command that changes it.
  public let detail: String
  public let style: RowStyle

  /// How the step relates to the session time.
  enum Tense {
    /// The session is not listening, or the step is to come.
    case future
    case present(isPaused: Bool)
    case past
  }

  init(time: String, _ message: String, command: String, _ tense: Tense) {
    title = time
    self.message = message
    detail = command
    switch tense {
    case .future: (marker, state, style) = (.none, "", .plain)
    case .present(let isPaused):
      (marker, state, style) = (isPaused ? .paused : .playing, "now", .current)
    case .past: (marker, state, style) = (.none, "passed", .muted)
    }
  }
}
