import MeditationPlan

/// A plan in a test is its line.
extension StoredPlan: ExpressibleByStringLiteral {
  public init(stringLiteral line: String) { self.init(line) }
}
