public import MeditationCore
import Text

extension SessionSummary {
  /// The summary in one line.
  ///
  /// - Parameter sat: The session time of a session with a plan.
  public func text(end: SessionEnd, sat: Duration? = nil) -> String {
    let verb =
      switch end {
      case .completed: sat == nil ? "finished" : "complete"
      case .stopped: "finished"
      case .left: "left"
      case .failed: "failed"
      }
    let sitting = sat.map { ["sat \($0.timeText)"] } ?? []
    let music =
      sat != nil && songCount == 0
      ? [] : ["\(counted(heardCount, "song")) heard", "\(listened.timeText) listened"]
    let failed = failedCount == 0 ? [] : ["\(counted(failedCount, "song")) failed"]
    return "Session \(verb): " + (sitting + music + failed).joined(separator: ", ")
  }
}
