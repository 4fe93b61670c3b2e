import Score
import Text

/// The wording of the parts of a status that are about a plan.
extension SitStatus {
  /// The parts in short form, the most needed first. `left` is the time left in the session.
  func symbols(left: TimeLeft) -> [String] {
    let next = [bellText(.screen), breath?.symbols]
    let parts =
      switch length {
      case .time: ["left \(left.known.countdownText)"] + next + [sessionTime("session")]
      case .songs: ["left \(left.short)"] + next + [sessionTime("session")]
      case .open: [sessionTime("session")] + next + ["open"]
      }
    return parts.compactMap { $0 }
  }

  /// The parts in words, for a rendering without symbols.
  func words(left: TimeLeft, _ wording: Wording = .screen) -> [String] {
    let end =
      switch length {
      case .time: "\(left.known.countdown(wording)) left in the session"
      case .songs: left.words(wording)
      case .open: "open session"
      }
    return [
      sessionTime("session at", wording), end, bellText(wording), breath?.words(wording),
    ].compactMap { $0 }
  }

  /// The session time, unless a silence shows it as its position.
  private func sessionTime(_ label: String, _ wording: Wording = .screen) -> String? {
    segment == .song ? "\(label) \(elapsed.text(wording))" : nil
  }

  private func bellText(_ wording: Wording) -> String? {
    bell.map { "bell in \($0.countdown(wording))" }
  }
}
