import Dispatch

/// Wakes a thread that waits for work.
///
/// A signal sent while nobody waits is kept. A thread that wakes checks what there is to do and may
/// find nothing.
struct WakeSignal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  /// Wakes the waiting thread, or makes its next wait return at once. Never blocks.
  func signal() { semaphore.signal() }

  /// Blocks until the signal comes, at most for `timeout`; `nil` waits forever.
  ///
  /// - Returns: Whether the signal came.
  @discardableResult
  func wait(_ timeout: Duration? = nil) -> Bool {
    guard let timeout else {
      semaphore.wait()
      return true
    }
    let nanoseconds = Int(clamping: timeout.attoseconds / 1_000_000_000)
    return semaphore.wait(timeout: .now() + .nanoseconds(nanoseconds)) == .success
  }
}
