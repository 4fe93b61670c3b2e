import NIOConcurrencyHelpers

/// A flag that tells the threads of one scan to stop.
final class Cancellation: Sendable {
  private let state = NIOLockedValueBox(false)

  var isCancelled: Bool { state.withLockedValue { $0 } }

  func cancel() { state.withLockedValue { $0 = true } }
}
