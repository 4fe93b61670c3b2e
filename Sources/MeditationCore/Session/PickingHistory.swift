/// The changes that can be taken back, the latest last. What is long ago is forgotten, so that
/// the memory has a bound.
struct PickingHistory {
  /// In words: 16 MB.
  static let limit = 2_000_000

  private var changes: [PickingChange] = []
  private var cost = 0
  /// How many changes there were when the session began; `nil` while picking.
  private var markedCount: Int?

  /// How many changes can be taken back.
  var count: Int { changes.count }

  mutating func note(_ change: PickingChange) {
    changes.append(change)
    cost += change.cost
    // A quarter at once: forgetting moves all that is kept.
    guard cost > Self.limit else { return }
    var forgotten = 0
    while cost > Self.limit / 4 * 3, forgotten < changes.count {
      cost -= changes[forgotten].cost
      forgotten += 1
    }
    changes.removeFirst(forgotten)
    markedCount = markedCount.map { max(0, $0 - forgotten) }
  }

  /// A session begins: what was done before is undone by going back.
  mutating func mark() { markedCount = changes.count }

  /// The session is left.
  mutating func unmark() { markedCount = nil }

  /// The latest change since the session began.
  var latestSinceMark: PickingChange? {
    changes.count > markedCount ?? 0 ? changes.last : nil
  }

  mutating func takeLatest() -> PickingChange? {
    guard let latest = changes.popLast() else { return nil }
    cost -= latest.cost
    return latest
  }
}
