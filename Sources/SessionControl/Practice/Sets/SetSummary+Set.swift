public import Practice
import Score

extension SetSummary {
  /// What a list says of `set`.
  @MainActor public init(of set: ListedSet, lastSat: Moment? = nil) {
    self.init(
      name: set.name, songCount: set.songCount,
      length: TimeLeft(known: set.length, isMore: set.isLonger), plan: SetPlan.plan(set.plan),
      lastSat: lastSat)
  }

  /// What a list says of `set`.
  @MainActor public init(of set: SongSet, lastSat: Moment? = nil) {
    self.init(of: ListedSet(set), lastSat: lastSat)
  }
}
