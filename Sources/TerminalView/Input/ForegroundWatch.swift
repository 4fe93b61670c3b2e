import Dispatch
import Foundation

/// Watches whether the terminal belongs to another process group, such as a shell after `bg` or
/// `&`.
///
/// In the background, reading from the terminal fails, and setting its modes would disturb the
/// foreground process group.
public final class ForegroundWatch: Sendable {
  /// The polling interval in the background, in seconds. After `fg`, bash sends SIGCONT to a
  /// stopped job, but nothing to a running one.
  private static let interval = 1.0

  private let descriptor: Int32
  private let continued = DispatchSemaphore(value: 0)
  private let onReturn: @Sendable () -> Void

  /// Creates a watch on `descriptor`, which need not be a terminal.
  ///
  /// - Parameter onReturn: Called on the reading thread when the program is in the foreground
  ///   again.
  public init(of descriptor: Int32, onReturn: @escaping @Sendable () -> Void) {
    self.descriptor = descriptor
    self.onReturn = onReturn
  }

  /// Whether another process group has the terminal; `false` if it is not, or no longer, a
  /// terminal.
  public var isInBackground: Bool {
    let group = tcgetpgrp(descriptor)
    return group >= 0 && group != getpgrp()
  }

  /// Call it after SIGCONT: `waitForReturn()` then checks at once.
  public func lookAgain() { continued.signal() }

  /// Blocks while the program is in the background.
  ///
  /// - Returns: Whether the terminal can be read again; `false` if it is gone.
  func waitForReturn() -> Bool {
    guard isInBackground else { return tcgetpgrp(descriptor) >= 0 }
    while isInBackground { _ = continued.wait(timeout: .now() + Self.interval) }
    onReturn()
    return tcgetpgrp(descriptor) >= 0
  }
}
