/// Keeps an observation active until `end()` is called or the subscription is released.
///
/// Keep it in a stored property. The optimizer may release a local variable after its last use,
/// which would end the observation before the end of its scope.
///
/// Release it on the main actor, or call ``end()``. A subscription whose last reference goes away on
/// another thread ends when the main actor comes to it: its handler may be called until then.
@MainActor public final class Subscription {
  private var cancel: (() -> Void)?

  init(_ cancel: @escaping () -> Void) { self.cancel = cancel }

  isolated deinit { cancel?() }

  /// Adds this subscription to `subscriptions`, which keeps it active:
  /// `song.observeMode { … }.store(in: &subscriptions)`.
  public func store(in subscriptions: inout [Subscription]) { subscriptions.append(self) }

  /// Ends the observation. The handler is not called again, not even by a running emission. A
  /// second call does nothing.
  public func end() {
    cancel?()
    cancel = nil
  }
}
