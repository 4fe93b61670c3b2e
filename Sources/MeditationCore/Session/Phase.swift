/// Where a session stands.
public enum Phase: String, CaseIterable, Hashable, Sendable {
  /// Songs are being picked; silence.
  case picking
  /// The session is heard, or paused.
  case listening
  /// The session is over; it can be started again, or picking resumed.
  case finished
}
