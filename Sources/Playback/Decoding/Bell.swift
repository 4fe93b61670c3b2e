import Dispatch

/// Wakes a thread that waits for work.
///
/// A ring while nobody waits is kept; a thread that wakes looks what there is to do, and may find
/// nothing.
struct Bell: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  /// Wakes the waiting thread, or lets its next wait end at once. Never blocks.
  func ring() { semaphore.signal() }

  /// Blocks until the bell rings, or for `timeout`; `nil` is for ever.
  ///
  /// - Returns: Whether it rang.
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
