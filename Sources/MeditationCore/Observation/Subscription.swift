/// Ends an observation: when `end()` is called, or else when it is released.
@MainActor public final class Subscription {
  private var cancel: (() -> Void)?

  init(_ cancel: @escaping () -> Void) { self.cancel = cancel }

  isolated deinit { cancel?() }

  /// Ends the observation now. The handler is not called again, not even by an emission that is
  /// under way. A second call does nothing.
  public func end() {
    cancel?()
    cancel = nil
  }
}
