/// How a sit ended.
public enum SitEnd: String, CaseIterable, Hashable, Sendable {
  /// It came to its end by itself.
  case completed
  /// By `finish`.
  case stopped
  /// By `back`, or because the program ended in good order.
  case left
  /// Nothing could be heard.
  case failed
  /// The program was killed, or the power was cut.
  case interrupted

  /// Whether the sit can go on another time.
  public var isResumable: Bool { self == .left || self == .interrupted }
}
