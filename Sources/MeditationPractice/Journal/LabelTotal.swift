/// The number and the time of the sits under one label.
///
/// A sit without a label goes by the name of its set. Labels ignore case.
package struct LabelTotal: Hashable, Sendable {
  /// As it is written in the latest sit.
  package var label: String
  package var tally: PracticeTotals.Tally
  /// True if it is the label of a sit, and not only the name of a set.
  package var isOwn: Bool

  package init(label: String, tally: PracticeTotals.Tally, isOwn: Bool = true) {
    (self.label, self.tally, self.isOwn) = (label, tally, isOwn)
  }

  /// The totals of `sits`, in any order; the label with the most time first.
  package static func totals(of sits: [LabelledTime]) -> [LabelTotal] {
    let groups = Dictionary(grouping: sits.filter { !$0.label.isEmpty }) { $0.label.lowercased() }
    let totals = groups.values.compactMap { sits in
      sits.max { $0.time.began < $1.time.began }.map { latest in
        LabelTotal(
          label: latest.label, tally: PracticeTotals.Tally(of: sits.map(\.time)),
          isOwn: sits.contains(where: \.isOwn))
      }
    }
    return totals.sorted { one, other in
      (other.tally.sat, one.label.lowercased()) < (one.tally.sat, other.label.lowercased())
    }
  }
}

/// When a sit that counts began and how long it was, with its label.
package struct LabelledTime: Hashable, Sendable {
  package var time: SatTime
  /// Its label, or else the name of its set; empty if it has neither.
  package var label: String
  /// True if the label is not the name of the set.
  package var isOwn: Bool

  /// - Parameters:
  ///   - label: The label of the sit; empty for none.
  ///   - set: The name of its set.
  package init(_ time: SatTime, label: String, set: String?) {
    self.time = time
    (self.label, isOwn) = label.isEmpty ? (set ?? "", false) : (label, true)
  }

  /// True if the sit goes by `label`.
  package func isLabelled(_ label: String) -> Bool { self.label.lowercased() == label.lowercased() }
}

extension Sit {
  /// True if the sit goes by `label`: it is its label or, if it has none, the name of its set.
  package func isLabelled(_ label: String) -> Bool {
    (self.label.isEmpty ? set ?? "" : self.label).lowercased() == label.lowercased()
  }
}
