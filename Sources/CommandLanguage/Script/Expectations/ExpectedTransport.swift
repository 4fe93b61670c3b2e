/// The transport state that a script can expect.
public enum ExpectedTransport: String, CaseIterable, Sendable {
  /// Sounding.
  case playing
  /// Paused, by the user or by the device.
  case paused
}
