/// Calls its handlers with each value, in the order of their places, and at each place in the order
/// in which they subscribed.
///
/// - A handler that subscribes during an emission receives values from the next one on.
/// - A handler whose subscription ends during an emission is not called again.
/// - A value emitted during an emission is queued, so that all handlers see the same order.
///
/// A subscription holds the emitter weakly, and the emitter does not hold subscriptions.
@MainActor package final class EventEmitter<Value> {
  private final class Entry {
    let place: Int
    var handler: ((Value) -> Void)?

    init(at place: Int, _ handler: @escaping (Value) -> Void) {
      (self.place, self.handler) = (place, handler)
    }
  }

  private var entries: [Entry] = []
  private var endedCount = 0
  private var isEmitting = false
  private var waiting: [(value: Value, audience: [Entry])] = []

  package init() {}

  package var subscriptionCount: Int { entries.count - endedCount }

  /// Calls `handler` with each value from now on, until the subscription ends or is released.
  package func subscribe(at place: Int = 0, _ handler: @escaping (Value) -> Void) -> Subscription {
    let entry = Entry(at: place, handler)
    let index = entries.lastIndex { $0.place <= place }.map { $0 + 1 } ?? 0
    entries.insert(entry, at: index)
    return Subscription { [weak self] in
      entry.handler = nil
      self?.entryEnded()
    }
  }

  package func emit(_ value: Value) { emit(value, to: entries) }

  /// Returns a closure that emits `value` to the present handlers, but no later ones.
  func emission(of value: Value) -> () -> Void {
    let audience = entries
    return { self.emit(value, to: audience) }
  }

  private func emit(_ value: Value, to audience: [Entry]) {
    guard !audience.isEmpty else { return }
    waiting.append((value, audience))
    guard !isEmitting else { return }
    isEmitting = true
    var next = 0
    while next < waiting.count {
      let (value, audience) = waiting[next]
      for entry in audience { entry.handler?(value) }
      next += 1
    }
    waiting.removeAll()
    isEmitting = false
    if endedCount > 0 { dropEnded() }
  }

  private func entryEnded() {
    endedCount += 1
    if !isEmitting { dropEnded() }
  }

  /// Removes ended entries once they outnumber the others: amortized constant time for each.
  private func dropEnded() {
    guard endedCount * 2 > entries.count else { return }
    entries.removeAll { $0.handler == nil }
    endedCount = 0
  }
}

/// Keeps an observation active until `end()` is called or the subscription is released.
///
/// Keep it in a stored property: the optimizer may release a local variable after its last use.
///
/// Release it on the main actor, or call ``end()``. If the last reference goes away on another
/// thread, the handler may still be called until the main actor gets to run.
@MainActor public final class Subscription {
  private var cancel: (() -> Void)?

  init(_ cancel: @escaping () -> Void) { self.cancel = cancel }

  isolated deinit { cancel?() }

  /// Adds this subscription to `subscriptions`, which keeps it active:
  /// `song.observeMode { … }.store(in: &subscriptions)`.
  public func store(in subscriptions: inout [Subscription]) { subscriptions.append(self) }

  /// Ends the observation at once, even within a running emission. A second call does nothing.
  public func end() {
    cancel?()
    cancel = nil
  }
}
