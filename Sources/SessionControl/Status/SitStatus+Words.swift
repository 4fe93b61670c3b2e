import Score
import Text

/// The wording of the parts of a status that are about a plan.
extension SitStatus {
  /// The parts in short form, the most needed first. `left` is the time left in the session.
  func symbols(left: TimeLeft) -> [String] {
    let next = [bellText, breath?.symbols]
    let parts =
      switch length {
      case .time: ["left \(left.known.countdownText)"] + next + [sessionTime("session")]
      case .songs: ["left \(left.short)"] + next + [sessionTime("session")]
      case .open: [sessionTime("session")] + next + ["open"]
      }
    return parts.compactMap { $0 }
  }

  /// The parts in words, for a rendering without symbols.
  func words(left: TimeLeft) -> [String] {
    let end =
      switch length {
      case .time: "\(left.known.countdownText) left in the session"
      case .songs: left.words
      case .open: "open session"
      }
    return [sessionTime("session at"), end, bellText, breath?.words].compactMap { $0 }
  }

  /// The session time, unless a silence shows it as its position.
  private func sessionTime(_ label: String) -> String? {
    segment == .song ? "\(label) \(elapsed.timeText)" : nil
  }

  private var bellText: String? { bell.map { "bell in \($0.countdownText)" } }
}
