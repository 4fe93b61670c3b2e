import MeditationText

extension PastDay {
  /// The date, seen from `today`; `nil` if there is no such day.
  package func date(asOf today: CivilDate) -> CivilDate? {
    switch self {
    case .daysAgo(let days): return today.adding(-days)
    case .date(let year?, let month, let day):
      return CivilDate(year: year, month: month, day: day)
    case .date(nil, let month, let day):
      // The last 29 February may be eight years ago.
      return (0...8).lazy.compactMap { CivilDate(year: today.year - $0, month: month, day: day) }
        .first { $0 <= today }
    }
  }
}
