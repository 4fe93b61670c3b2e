import Dispatch
import Foundation

/// Whether the terminal belongs to another process group: a shell's, after `bg` or `&`.
///
/// What is then read from it fails, and what sets its modes would change them for that group.
public final class ForegroundWatch: Sendable {
  /// How often to look in the background, in seconds. After `fg`, bash sends SIGCONT to a job that
  /// was stopped, and nothing to one that runs.
  private static let interval = 1.0

  private let descriptor: Int32
  private let continued = DispatchSemaphore(value: 0)
  private let onReturn: @Sendable () -> Void

  /// A watch over the terminal `descriptor`, which may be none.
  ///
  /// - Parameter onReturn: Called on the reading thread when the terminal was given back.
  public init(of descriptor: Int32, onReturn: @escaping @Sendable () -> Void) {
    self.descriptor = descriptor
    self.onReturn = onReturn
  }

  /// Whether another process group has the terminal; no for what is no terminal, or no longer one.
  public var isInBackground: Bool {
    let group = tcgetpgrp(descriptor)
    return group >= 0 && group != getpgrp()
  }

  /// To be called after SIGCONT: `waitForReturn()` looks at once.
  public func lookAgain() { continued.signal() }

  /// Blocks while the program is in the background.
  ///
  /// - Returns: Whether the terminal can be read again; no where it is gone.
  func waitForReturn() -> Bool {
    guard isInBackground else { return tcgetpgrp(descriptor) >= 0 }
    while isInBackground { _ = continued.wait(timeout: .now() + Self.interval) }
    onReturn()
    return tcgetpgrp(descriptor) >= 0
  }
}
