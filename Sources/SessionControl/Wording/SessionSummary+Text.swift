public import MeditationCore
import Text

extension SessionSummary {
  /// How the session went and how it ended, in one line.
  public func text(end: SessionEnd) -> String {
    let verb =
      switch end {
      case .completed, .stopped: "finished"
      case .left: "left"
      case .failed: "failed"
      }
    let failed = failedCount == 0 ? "" : ", \(counted(failedCount, "song")) failed"
    return "Session \(verb): \(counted(heardCount, "song")) heard, "
      + "\(listened.timeText) listened\(failed)"
  }
}
