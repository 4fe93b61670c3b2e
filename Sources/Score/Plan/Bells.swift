/// When bells are struck during a session, between its opening and its closing.
public enum Bells: Hashable, Sendable {
  /// Never.
  case none
  /// At every multiple of this time.
  case every(Duration)
  /// At these session times, in any order.
  case at([Duration])
  /// At `count` times that `seed` determines, spread over a session of a given length. A session
  /// without one has none.
  case random(count: Int, seed: Int)
}
