import Glibc

/// Polls for changes that cannot be observed, such as those of a screen.
enum Patience {
  /// Polls until `condition` holds, for at most two minutes.
  ///
  /// - Returns: Whether it holds.
  static func poll(_ condition: () throws -> Bool) rethrows -> Bool {
    let limit = ContinuousClock.now + .seconds(120)
    while try !condition() {
      guard ContinuousClock.now < limit else { return false }
      Glibc.poll(nil, 0, 30)
    }
    return true
  }
}
