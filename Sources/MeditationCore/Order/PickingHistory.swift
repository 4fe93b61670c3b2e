/// The changes that can be undone, the latest last. The oldest are dropped to bound the memory.
struct PickingHistory {
  /// In words: 16 MB.
  static let limit = 2_000_000

  private struct Entry {
    /// Counts the changes that were noted, from 1.
    let number: Int
    let change: PickingChange
  }

  private var entries: [Entry] = []
  /// The number of changes that were noted and not undone, dropped ones included.
  private(set) var depth = 0
  private var noteCount = 0
  /// The number of the latest change that was dropped.
  private var lastDropped = 0
  private var cost = 0
  /// The number of changes when the session started; `nil` while picking.
  private var markedCount: Int?

  /// The number of changes that can be undone.
  var count: Int { entries.count }

  /// The number of the latest change that was not undone; 0 if there is none.
  var latest: Int { entries.last?.number ?? 0 }

  /// Whether the change of this number was not undone. Dropped ones cannot be.
  func isDone(_ number: Int) -> Bool {
    number <= lastDropped || entries.contains { $0.number == number }
  }

  mutating func note(_ change: PickingChange) {
    noteCount += 1
    entries.append(Entry(number: noteCount, change: change))
    depth += 1
    cost += change.cost
    // Drops a quarter at once, because each removal moves all that remain.
    guard cost > Self.limit else { return }
    var forgotten = 0
    while cost > Self.limit / 4 * 3, forgotten < entries.count {
      cost -= entries[forgotten].change.cost
      lastDropped = entries[forgotten].number
      forgotten += 1
    }
    entries.removeFirst(forgotten)
    markedCount = markedCount.map { max(0, $0 - forgotten) }
  }

  /// Marks the start of a session. Earlier changes can only be undone after returning to picking.
  mutating func mark() { markedCount = entries.count }

  /// Removes the mark when the session is left.
  mutating func unmark() { markedCount = nil }

  /// The latest change since the session started.
  var latestSinceMark: PickingChange? {
    entries.count > markedCount ?? 0 ? entries.last?.change : nil
  }

  mutating func takeLatest() -> PickingChange? {
    guard let latest = entries.popLast() else { return nil }
    depth -= 1
    cost -= latest.change.cost
    return latest.change
  }
}
