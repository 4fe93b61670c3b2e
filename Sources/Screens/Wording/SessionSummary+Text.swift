public import MeditationCore
import Playback
import Score
import Text

extension SessionSummary {
  /// The summary in one line.
  ///
  /// - Parameters:
  ///   - sat: The session time of a session with a plan.
  ///   - wording: How times are worded.
  public func text(
    end: SessionEnd, sat: Duration? = nil, wording: Wording = .screen
  ) -> String {
    let verb =
      switch end {
      case .completed: sat == nil ? "finished" : "complete"
      case .stopped: "finished"
      case .left: "left"
      case .failed: "failed"
      }
    let sitting = sat.map { ["sat \($0.text(wording))"] } ?? []
    let music =
      sat != nil && songCount == 0
      ? [] : ["\(counted(heardCount, "song")) heard", "\(listened.text(wording)) listened"]
    let failed = failedCount == 0 ? [] : ["\(counted(failedCount, "song")) failed"]
    return "Session \(verb): " + (sitting + music + failed).joined(separator: ", ")
  }
}

extension SessionState {
  /// Whether a bell still sounds when the session ends: a closing one, or one that was struck just
  /// before.
  public var isRinging: Bool {
    guard phase == .finished, end != .failed else { return false }
    if end == .completed, plan.closing > 0 { return true }
    return latestStroke.map { elapsed - $0.time < plan.bell.sound.ringTime } ?? false
  }
}
