/// Whether a script expects the session to sound.
public enum ExpectedTransport: String, CaseIterable, Sendable {
  /// Sounding.
  case playing
  /// Held, by the user or by the device.
  case paused
}
