import NIOConcurrencyHelpers

/// Tells the threads of one reading that nobody waits for it any more.
final class Cancellation: Sendable {
  private let state = NIOLockedValueBox(false)

  var isCancelled: Bool { state.withLockedValue { $0 } }

  func cancel() { state.withLockedValue { $0 = true } }
}
