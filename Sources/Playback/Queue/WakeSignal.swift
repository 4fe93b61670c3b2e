import Dispatch
import NIOConcurrencyHelpers

/// Wakes a thread that waits for work.
///
/// Of the signals sent while nobody waits, one is kept. A thread that wakes checks what there is to
/// do and may find nothing.
struct WakeSignal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  /// Whether a signal is kept.
  private let isPending = NIOLockedValueBox(false)

  /// Wakes the waiting thread, or makes its next wait return at once. Never blocks.
  func signal() {
    let isFirst = isPending.withLockedValue { isPending in
      defer { isPending = true }
      return !isPending
    }
    if isFirst { semaphore.signal() }
  }

  /// Blocks until the signal comes, at most for `timeout`; `nil` waits forever.
  ///
  /// - Returns: Whether the signal came.
  @discardableResult
  func wait(_ timeout: Duration? = nil) -> Bool {
    let nanoseconds = timeout.map { Int(clamping: $0.attoseconds / 1_000_000_000) }
    let deadline = nanoseconds.map { DispatchTime.now() + .nanoseconds($0) } ?? .distantFuture
    guard semaphore.wait(timeout: deadline) == .success else { return false }
    isPending.withLockedValue { $0 = false }
    return true
  }
}
