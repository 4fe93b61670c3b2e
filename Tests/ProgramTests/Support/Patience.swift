import Glibc

/// Waiting for what tells nobody that it has changed, such as a screen.
enum Patience {
  /// Looks again and again until `condition` holds; far longer than it should take, but not for
  /// ever.
  ///
  /// - Returns: Whether it holds.
  static func poll(_ condition: () throws -> Bool) rethrows -> Bool {
    let limit = ContinuousClock.now + .seconds(30)
    while try !condition() {
      guard ContinuousClock.now < limit else { return false }
      Glibc.poll(nil, 0, 30)
    }
    return true
  }
}
