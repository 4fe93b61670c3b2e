/// A wait that goes on where a signal had no consequences, such as that of a new volume.
struct SteadyWait {
  /// When it began; `nil` before, and once its time is up.
  private var beginning: Duration?

  /// Waits for `signal` until `limit` has passed since the first call.
  ///
  /// - Returns: Whether the signal came. If not, the next call begins a new wait.
  mutating func isWoken(by signal: WakeSignal, within limit: Duration) -> Bool {
    let now = PacingClock.monotonic.now()
    let beginning = beginning ?? now
    self.beginning = beginning
    if signal.wait(max(limit - (now - beginning), .zero)) { return true }
    self.beginning = nil
    return false
  }
}
