/// An on/off state that a script can expect.
public enum ExpectedSwitch: String, CaseIterable, Sendable {
  case on, off
}
