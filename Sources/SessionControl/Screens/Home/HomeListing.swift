import Practice

/// What a person finds who comes back another day: the sets, this week, and what to do.
public struct HomeListing: Listing, Equatable, Sendable {
  public let heading = "Meditation"
  public let rows: [SetRow]
  public let notes: [NoteRow]

  /// Creates the listing of `page`.
  ///
  /// - Parameter inWords: Whether the rows are read aloud.
  public init(_ page: HomePage, inWords: Bool) {
    rows = page.sets.rows(inWords: inWords)
    let week = page.totals.flatMap { WeekStrip($0).text(inWords: inWords) }
    let streak = page.totals?.streakText
    let resume = page.resumable.map { $0.resumeText(asOf: page.sets.now) }
    notes =
      page.sets.warnings + [week, streak].compactMap { $0 }.map { NoteRow($0) }
      + (resume.map { [NoteRow($0, as: .current)] } ?? [])
      + [NoteRow(Self.advice(for: page), as: .muted)]
  }

  private static func advice(for page: HomePage) -> String {
    let sit = page.sets.sets.isEmpty ? "'sit 20m' begins a sit" : "A number sits that set"
    let again = page.hasLatest ? ", 'again' repeats the last session" : ""
    return "\(sit); 'pick' opens your music\(again). Also 'sets', 'journal', 'settings', 'help'."
  }
}
