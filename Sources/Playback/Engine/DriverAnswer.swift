import NIOConcurrencyHelpers

/// Whether a driver that did not answer in time can be tried again.
final class DriverAnswer: Sendable {
  /// Owned by its lock.
  private let hasArrived = NIOLockedValueBox(false)

  /// Called on any thread.
  func arrive() { hasArrived.withLockedValue { $0 = true } }

  /// Whether it arrived since it was taken last.
  func take() -> Bool {
    hasArrived.withLockedValue { hasArrived in
      defer { hasArrived = false }
      return hasArrived
    }
  }
}
