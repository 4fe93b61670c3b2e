public import MeditationCore
public import Practice
public import Score

/// What a person finds who comes back another day.
public struct HomePage: Hashable, Sendable {
  public var sets: SetsPage
  /// `nil` where no journal is kept.
  public var totals: PracticeTotals?
  /// The sit that can be resumed.
  public var resumable: Sit?
  /// Whether `again` can begin the last session anew.
  public var hasLatest: Bool
  /// What is picked and planned, which `sit` sits.
  public var picked: PickedTotal
  public var plan: Plan

  public init(
    sets: SetsPage, totals: PracticeTotals?, resumable: Sit?, hasLatest: Bool,
    picked: PickedTotal = PickedTotal(), plan: Plan = Plan()
  ) {
    (self.picked, self.plan) = (picked, plan)
    self.sets = sets
    self.totals = totals
    self.resumable = resumable
    self.hasLatest = hasLatest
  }
}
