import CommandLanguage
public import Score

extension Plan {
  /// The plan in one line.
  public var text: String {
    isEmpty ? "No plan: the session is its songs" : "Plan: \(PlanText.line(of: self))"
  }
}
