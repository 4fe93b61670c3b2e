import NIOConcurrencyHelpers

/// Tells the threads of one scan that its result is not wanted any more.
final class Cancellation: Sendable {
  private let state = NIOLockedValueBox(false)

  var isCancelled: Bool { state.withLockedValue { $0 } }

  func cancel() { state.withLockedValue { $0 = true } }
}
