/// The changes that can be taken back, the latest last. What is long ago is forgotten, so that
/// the memory has a bound.
struct PickingHistory {
  /// In words: 16 MB.
  static let limit = 2_000_000

  private var changes: [PickingChange] = []
  private var cost = 0

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
  }

  mutating func takeLatest() -> PickingChange? {
    guard let latest = changes.popLast() else { return nil }
    cost -= latest.cost
    return latest
  }
}
