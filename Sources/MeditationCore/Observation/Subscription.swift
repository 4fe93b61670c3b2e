/// Ends an observation: when `end()` is called, or else when it is released.
///
/// Keep it as long as you observe, in a stored property: the optimizer releases a local variable
/// after its last use, and so ends the observation before the end of its scope.
@MainActor public final class Subscription {
  private var cancel: (() -> Void)?

  init(_ cancel: @escaping () -> Void) { self.cancel = cancel }

  isolated deinit { cancel?() }

  /// Adds this to `subscriptions`, which keeps the observation going:
  /// `song.observeMode { … }.store(in: &subscriptions)`.
  public func store(in subscriptions: inout [Subscription]) { subscriptions.append(self) }

  /// Ends the observation now. The handler is not called again, not even by an emission that is
  /// under way. A second call does nothing.
  public func end() {
    cancel?()
    cancel = nil
  }
}
