/// The changes that can be undone, the latest last. The oldest are dropped to bound the memory.
struct PickingHistory {
  /// In words: 16 MB.
  static let limit = 2_000_000

  private var changes: [PickingChange] = []
  /// The number of changes that were noted and not undone, dropped ones included.
  private(set) var depth = 0
  private var cost = 0
  /// The number of changes when the session started; `nil` while picking.
  private var markedCount: Int?

  /// The number of changes that can be undone.
  var count: Int { changes.count }

  mutating func note(_ change: PickingChange) {
    changes.append(change)
    depth += 1
    cost += change.cost
    // Drops a quarter at once, because each removal moves all that remain.
    guard cost > Self.limit else { return }
    var forgotten = 0
    while cost > Self.limit / 4 * 3, forgotten < changes.count {
      cost -= changes[forgotten].cost
      forgotten += 1
    }
    changes.removeFirst(forgotten)
    markedCount = markedCount.map { max(0, $0 - forgotten) }
  }

  /// Marks the start of a session. Earlier changes can only be undone after returning to picking.
  mutating func mark() { markedCount = changes.count }

  /// Removes the mark when the session is left.
  mutating func unmark() { markedCount = nil }

  /// The latest change since the session started.
  var latestSinceMark: PickingChange? {
    changes.count > markedCount ?? 0 ? changes.last : nil
  }

  mutating func takeLatest() -> PickingChange? {
    guard let latest = changes.popLast() else { return nil }
    depth -= 1
    cost -= latest.cost
    return latest
  }
}
