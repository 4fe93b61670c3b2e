/// The delays between retries of a lost device.
///
/// They start anew only when sound is accepted: a device that opens but accepts nothing is retried
/// as rarely as one that does not open.
struct RetryBackoff {
  /// The first delay, doubled each time.
  private static let shortest = Duration.milliseconds(500)
  private static let longest = Duration.seconds(30)

  private var delay = shortest

  /// The delay before the next retry.
  mutating func next() -> Duration {
    defer { delay = min(delay * 2, Self.longest) }
    return delay
  }

  /// The device has accepted sound.
  mutating func reset() { delay = Self.shortest }
}
