extension Duration {
  /// The longest length and the latest position, 68 years: neither sums nor frame counts overflow.
  package static let longest = Duration.seconds(Int32.max)

  /// The nearest time from `lower` to `longest`.
  package func clamped(from lower: Duration = .zero) -> Duration {
    Swift.min(Swift.max(self, lower), .longest)
  }

  /// The nearest time from `-longest` to `longest`: a session time can be negative.
  package var clampedSessionTime: Duration { clamped(from: .zero - .longest) }

  /// Longer than any session.
  static let max = Duration.seconds(Int64.max)
}
