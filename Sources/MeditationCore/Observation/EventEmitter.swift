/// Calls its handlers with each value, in the order in which they subscribed.
///
/// - A handler that subscribes during an emission receives values from the next one on.
/// - A handler whose subscription ends during an emission is not called again.
/// - A value emitted during an emission is queued, so that all handlers receive the values in the
///   same order.
///
/// A subscription holds the emitter weakly, and the emitter does not hold subscriptions.
@MainActor package final class EventEmitter<Value> {
  private final class Entry {
    var handler: ((Value) -> Void)?
    init(_ handler: @escaping (Value) -> Void) { self.handler = handler }
  }

  private var entries: [Entry] = []
  private var endedCount = 0
  private var isEmitting = false
  private var waiting: [Value] = []

  /// Creates an emitter without handlers.
  package init() {}

  /// The number of active subscriptions.
  package var subscriptionCount: Int { entries.count - endedCount }

  /// Calls `handler` with each value from now on, until the subscription ends or is released.
  package func subscribe(_ handler: @escaping (Value) -> Void) -> Subscription {
    let entry = Entry(handler)
    entries.append(entry)
    return Subscription { [weak self] in
      entry.handler = nil
      self?.entryEnded()
    }
  }

  /// Calls every handler with `value`.
  package func emit(_ value: Value) {
    guard !entries.isEmpty else { return }
    guard !isEmitting else { return waiting.append(value) }
    isEmitting = true
    tell(value)
    if !waiting.isEmpty { tellWaiting() }
    isEmitting = false
    if endedCount > 0 { dropEnded() }
  }

  private func tell(_ value: Value) {
    // Those that subscribe meanwhile are not in this copy.
    for entry in entries { entry.handler?(value) }
  }

  private func tellWaiting() {
    var told = 0
    while told < waiting.count {
      tell(waiting[told])
      told += 1
    }
    waiting.removeAll()
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
