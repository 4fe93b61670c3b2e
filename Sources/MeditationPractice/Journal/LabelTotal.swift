/// The number and the time of the sits with one label, in any case. A sit without a label counts
/// under its set's name.
package struct LabelTotal: Hashable, Sendable {
  /// As written in the latest sit.
  package var label: String
  package var tally: PracticeTotals.Tally
  /// True if it is a sit's label, and not only the name of a set.
  package var isOwn: Bool

  package init(label: String, tally: PracticeTotals.Tally, isOwn: Bool = true) {
    (self.label, self.tally, self.isOwn) = (label, tally, isOwn)
  }

  /// The totals of `sits`, in any order; the label with the most time first.
  package static func totals(of sits: [SatTime]) -> [LabelTotal] {
    let groups = Dictionary(grouping: sits.filter { !$0.label.isEmpty }) { $0.label.lowercased() }
    let totals = groups.values.compactMap { sits in
      sits.max { $0.began < $1.began }.map { latest in
        LabelTotal(
          label: latest.label, tally: PracticeTotals.Tally(of: sits),
          isOwn: sits.contains(where: \.hasOwnLabel))
      }
    }
    return totals.sorted { one, other in
      (other.tally.sat, one.label.lowercased()) < (one.tally.sat, other.label.lowercased())
    }
  }
}
