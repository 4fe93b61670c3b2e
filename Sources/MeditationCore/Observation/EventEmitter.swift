/// Tells its handlers each value, in the order in which they subscribed.
///
/// - A handler that subscribes during an emission hears from the next value on.
/// - A handler whose subscription ends during an emission hears nothing more of it.
/// - A value emitted during an emission is told when the running one is over, so that every
///   handler hears the values in one and the same order.
///
/// The emitter holds the handlers and nothing else; a subscription holds the emitter weakly. So
/// neither keeps the other alive.
@MainActor public final class EventEmitter<Value> {
  private final class Entry {
    var handler: ((Value) -> Void)?
    init(_ handler: @escaping (Value) -> Void) { self.handler = handler }
  }

  private var entries: [Entry] = []
  private var endedCount = 0
  private var isEmitting = false
  private var waiting: [Value] = []

  /// An emitter without handlers.
  public init() {}

  /// How many observations are under way.
  public var subscriptionCount: Int { entries.count - endedCount }

  /// Calls `handler` with each value from now on, until the subscription ends or is released.
  public func subscribe(_ handler: @escaping (Value) -> Void) -> Subscription {
    let entry = Entry(handler)
    entries.append(entry)
    return Subscription { [weak self] in
      entry.handler = nil
      self?.entryEnded()
    }
  }

  /// Tells `value` to every handler.
  public func emit(_ value: Value) {
    guard !entries.isEmpty else { return }
    guard !isEmitting else { return waiting.append(value) }
    isEmitting = true
    tell(value)
    var told = 0
    while told < waiting.count {
      tell(waiting[told])
      told += 1
    }
    waiting.removeAll()
    isEmitting = false
    dropEnded()
  }

  private func tell(_ value: Value) {
    for index in entries.indices { entries[index].handler?(value) }
  }

  private func entryEnded() {
    endedCount += 1
    if !isEmitting { dropEnded() }
  }

  /// Removes ended entries once they outnumber the others, so that ending one costs the same
  /// however many there are.
  private func dropEnded() {
    guard endedCount * 2 > entries.count else { return }
    entries.removeAll { $0.handler == nil }
    endedCount = 0
  }
}
