import MeditationPlan

/// The direction of a step through the history.
package enum HistoryStep {
  case undo, redo

  package var action: Action { self == .undo ? .undo : .redo }
}

/// The changes that can be undone and redone: of the session, and of what is kept outside it. The
/// oldest are dropped to bound the memory.
struct PickingHistory {
  /// In bytes.
  static let limit = 16_000_000

  private struct Entry {
    /// Counts the changes, from 1.
    let number: Int
    var change: PickingChange
    /// True if it cannot be reverted in this session, so that the next step is about an older one.
    var isPassedOver = false

    /// True if a step would change something, with `plan` as the present one.
    func counts(passing plan: Plan) -> Bool { !isPassedOver && !change.restores(plan) }
  }

  /// The changes that can be undone, the latest last.
  private var entries: [Entry] = []
  /// Undone changes, the latest undone last, each stored as the change that redoes it.
  private var undone: [Entry] = []
  private var noteCount = 0
  private var lastDropped = 0
  private var cost = 0
  /// The number of changes, and of undone ones, when the session started; `nil` while picking.
  private var sessionStart: (count: Int, undoneCount: Int)?

  var count: Int { entries.count }

  var latest: Int { entries.last?.number ?? 0 }
  var latestOwn: Int { entries.last { $0.change.outside == nil }?.number ?? 0 }

  /// Dropped changes cannot be undone.
  func isDone(_ number: Int) -> Bool {
    number <= lastDropped || entries.contains { $0.number == number }
  }

  /// Makes `change` in all stored plans: undoing others does not undo volume, level and skips.
  mutating func changePlans(_ change: (inout Plan) -> Void) {
    for index in entries.indices { entries[index].change.changePlan(change) }
    for index in undone.indices { undone[index].change.changePlan(change) }
  }

  mutating func note(_ change: PickingChange) {
    noteCount += 1
    undone = []
    sessionStart?.undoneCount = 0
    entries.append(Entry(number: noteCount, change: change))
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
    if let start = sessionStart { sessionStart?.count = max(0, start.count - forgotten) }
  }

  /// Marks the start of a session. Earlier changes can only be undone or redone while picking.
  mutating func mark() { sessionStart = (entries.count, undone.count) }

  mutating func unmark() {
    sessionStart = nil
    for index in entries.indices { entries[index].isPassedOver = false }
    for index in undone.indices { undone[index].isPassedOver = false }
  }

  /// The session's own change that the next step reverts, if it was made since the session started.
  /// Changes that would restore `plan`, the present one, are skipped: the listener's own volume or
  /// level has replaced theirs.
  func latest(to step: HistoryStep, passing plan: Plan) -> PickingChange? {
    let (changes, earlier) =
      step == .undo
      ? (entries, sessionStart?.count ?? 0) : (undone, sessionStart?.undoneCount ?? 0)
    let change = changes.dropFirst(earlier).last { $0.counts(passing: plan) }?.change
    return change?.outside == nil ? change : nil
  }

  /// The outside change that the next step reverts. It may be older than the session, unless it is
  /// about the picks.
  func latestOutside(to step: HistoryStep, passing plan: Plan) -> (any OutsideChange)? {
    let latest = (step == .undo ? entries : undone).last { $0.counts(passing: plan) }
    guard let change = latest?.change.outside else { return nil }
    return sessionStart == nil || !change.isOfPicks ? change : nil
  }

  /// The index of the change that the next step reverts.
  private func index(of step: HistoryStep) -> Int? {
    (step == .undo ? entries : undone).lastIndex { !$0.isPassedOver }
  }

  /// Skips the changes that would restore `plan`, the present one.
  mutating func pass(_ plan: Plan, _ step: HistoryStep) {
    while let index = index(of: step),
      case let change = (step == .undo ? entries : undone)[index].change, change.restores(plan)
    {
      take(step, reversal: change)
    }
  }

  /// Notes that the latest change cannot be undone, or redone, in this session.
  mutating func passOver(_ step: HistoryStep) {
    guard let index = index(of: step) else { return }
    switch step {
    case .undo: entries[index].isPassedOver = true
    case .redo: undone[index].isPassedOver = true
    }
  }

  /// Notes that the latest change was undone or redone; the opposite step makes the `reversal`.
  mutating func take(_ step: HistoryStep, reversal: PickingChange) {
    guard let index = index(of: step) else { return }
    switch step {
    case .undo:
      let latest = entries.remove(at: index)
      cost -= latest.change.cost
      undone.append(Entry(number: latest.number, change: reversal))
      if let start = sessionStart, index < start.count { sessionStart?.count -= 1 }
    case .redo:
      let latest = undone.remove(at: index)
      cost += reversal.cost
      entries.append(Entry(number: latest.number, change: reversal))
      if let start = sessionStart, index < start.undoneCount { sessionStart?.undoneCount -= 1 }
    }
  }
}

// MARK: - Changes

/// A change outside the session, kept among the others. Its author reverts it.
package protocol OutsideChange: AnyObject {
  /// True if it is about the picks, which are fixed during a session.
  var isOfPicks: Bool { get }
}

/// A change of the picks, an order, the plan, or several of them, with what undoing it needs.
struct PickingChange {
  enum Order {
    /// The orders before the change: that of the list if it changed, and the playing order; `order`
    /// has the ids of the user's own order, if there was one.
    case arranged(Listing?, playing: Arrangement.Playing, order: [SongID])
    /// A song was moved from one position to another, both in the playing order of all songs.
    case moved(from: Int, to: Int)
  }

  /// The numbers of the ids of the songs that were picked or unpicked.
  var toggled: [Range<Int>] = []
  var order: Order?
  /// The plan before the change; `nil` if it is not about the plan.
  var plan: Plan?
  /// True if a set was loaded, which is a change even if only the volume differs.
  var isLoad = false
  /// A change outside the session, such as of a saved set.
  var outside: (any OutsideChange)?
}

extension PickingChange {
  /// A change that picked or unpicked the songs with these ids.
  init(toggling songs: [SongID], order: Order? = nil) {
    self.order = order
    for song in songs.map(\.rawValue).sorted() {
      if let last = toggled.last, last.upperBound == song {
        toggled[toggled.count - 1] = last.lowerBound..<song + 1
      } else {
        toggled.append(song..<song + 1)
      }
    }
  }

  /// The memory used, in bytes, without texts and lists, which most plans share.
  var cost: Int {
    var cost = MemoryLayout<Self>.stride + toggled.count * MemoryLayout<Range<Int>>.stride
    if case .arranged(let listing, _, let order) = order {
      cost += ((listing?.order.count ?? 0) + order.count) * MemoryLayout<SongID>.stride
    }
    for part in plan?.parts ?? [] {
      cost += MemoryLayout<Part>.stride + part.bells.count * MemoryLayout<BellRule>.stride
      cost += part.bells.reduce(0) { $0 + $1.timeCount } * MemoryLayout<Duration>.stride
    }
    return cost
  }

  fileprivate func restores(_ plan: Plan) -> Bool {
    self.plan == plan && toggled.isEmpty && order == nil && !isLoad
  }

  fileprivate mutating func changePlan(_ change: (inout Plan) -> Void) {
    guard var plan else { return }
    change(&plan)
    self.plan = plan
  }
}

extension BellRule {
  fileprivate var timeCount: Int {
    switch times {
    case .at(let times), .beforeEnd(let times): times.count
    case .every, .random: 0
    }
  }
}
