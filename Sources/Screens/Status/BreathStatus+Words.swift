import Score

extension BreathStatus {
  /// The phase and its seconds left, padded so that the width stays the same: `in   4`, `hold 7`.
  var symbols: String {
    let phases = Breath.Phase.allCases.filter { pattern.length(of: $0) > .zero }
    let width = phases.reduce(0) { max($0, $1.word.count) }
    let digits = phases.reduce(0) { max($0, pattern.length(of: $1).secondsText.count) }
    return phase.word + Self.blanks(width - phase.word.count) + " "
      + Self.blanks(digits - left.secondsText.count) + left.secondsText
  }

  /// The phase in words: "breathe in for 4 seconds".
  func words(_ wording: Wording) -> String {
    let time = left.roundedUp.seconds(wording)
    return switch phase {
    case .inhale: "breathe in for \(time)"
    case .exhale: "breathe out for \(time)"
    case .holdFull, .holdEmpty: "hold for \(time)"
    }
  }

  private static func blanks(_ count: Int) -> String {
    String(repeating: " ", count: max(0, count))
  }
}

extension Breath.Phase {
  fileprivate var word: String {
    switch self {
    case .inhale: "in"
    case .exhale: "out"
    case .holdFull, .holdEmpty: "hold"
    }
  }
}

extension Duration {
  /// Whole seconds, rounded up.
  fileprivate var secondsText: String { "\(roundedUp.components.seconds)" }
}
