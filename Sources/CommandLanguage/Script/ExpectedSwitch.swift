/// Whether a script expects something to be on.
public enum ExpectedSwitch: String, CaseIterable, Sendable {
  case on, off
}
