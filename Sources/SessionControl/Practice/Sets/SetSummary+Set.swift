public import Practice
import Score

extension SetSummary {
  /// What a list says of `set`.
  @MainActor public init(of set: SongSet, lastSat: Moment? = nil) {
    let known = set.songs.compactMap(\.length)
    self.init(
      name: set.name, songCount: set.songs.count,
      length: TimeLeft(
        known: known.reduce(.zero, +), isMore: known.count < set.songs.count),
      plan: SetPlan.plan(set.plan), lastSat: lastSat)
  }
}
