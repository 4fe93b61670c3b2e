import MeditationCore
import Practice
import Score

/// What a person finds who comes back another day: the sets, this week, and what to do.
public struct HomeListing: Listing, Equatable, Sendable {
  public let heading: String
  public let rows: [SetRow]
  public let notes: [NoteRow]

  /// Creates the listing of `page`.
  ///
  /// - Parameter wording: How the rows are worded.
  public init(_ page: HomePage, wording: Wording) {
    rows = page.sets.rows(wording: wording)
    heading =
      wording.isAloud && !rows.isEmpty ? "\(counted(rows.count, "set")) at home" : "Meditation"
    let week = page.totals.flatMap { WeekStrip($0).text(wording: wording) }
    let streak = page.totals?.streakText
    let resume = page.resumable.map { $0.resumeText(asOf: page.sets.now, wording: wording) }
    notes =
      page.sets.warnings + [week, streak].compactMap { $0 }.map { NoteRow($0) }
      + (resume.map { [NoteRow($0, as: .current)] } ?? [])
      + (Self.ready(page, wording).map { [NoteRow($0, as: .picked)] } ?? [])
      + [NoteRow(Self.advice(for: page), as: .muted)]
  }

  /// What is picked and planned, so that nobody sits it unawares; `nil` if nothing is.
  private static func ready(_ page: HomePage, _ wording: Wording) -> String? {
    let songs = page.picked.count > 0
    let parts =
      (songs ? [page.picked.text(wording)] : []) + (page.plan.isEmpty ? [] : [page.plan.text])
    guard !parts.isEmpty else { return nil }
    let sit =
      songs || page.plan.outlastsSongs
      ? "'sit' begins this, 'sit 20m' for 20 minutes" : "'sit 20m' sits with it"
    let clearing = (songs ? ["'none'"] : []) + (page.plan.isEmpty ? [] : ["'plan off'"])
    let verb = clearing.count == 1 ? "clears" : "clear"
    return parts.joined(separator: ". ")
      + ". \(sit); \(clearing.joined(separator: " and ")) \(verb) it."
  }

  private static func advice(for page: HomePage) -> String {
    let sit = page.sets.sets.isEmpty ? "'sit 20m' begins a sit" : "A number sits that set"
    let again = page.hasLatest ? ", 'again' repeats the last session" : ""
    return "\(sit); 'pick' opens your music\(again). Also 'sets', 'journal', 'settings', 'help'."
  }
}
