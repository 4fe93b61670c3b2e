public import MeditationCore
import Text

extension SessionSummary {
  /// The summary in one line.
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
