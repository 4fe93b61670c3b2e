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

  /// The phase in words: "breathe in for 4 s".
  var words: String {
    switch phase {
    case .inhale: "breathe in for \(left.secondsText) s"
    case .exhale: "breathe out for \(left.secondsText) s"
    case .holdFull, .holdEmpty: "hold for \(left.secondsText) s"
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
