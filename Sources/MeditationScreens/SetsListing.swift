import MeditationCore
import MeditationPlan
import MeditationPractice
import MeditationText

/// The saved sets, in the order of their numbers.
package struct SetsPage: Hashable, Sendable {
  package var sets: [SetSummary]
  package var problems: [SetProblem]
  package var now: Moment

  package init(sets: [SetSummary], problems: [SetProblem] = [], now: Moment) {
    self.sets = sets
    self.problems = problems
    self.now = now
  }

  func rows(wording: Wording) -> [Row] {
    sets.enumerated().map { Row($1, number: $0 + 1, now: now, wording: wording) }
  }

  var warnings: [Row] { problems.map { Row($0.text, as: .warning) } }
}

extension Listing {
  /// The saved sets, as `sets` lists them, and the files that cannot be read.
  package init(_ page: SetsPage, wording: Wording) {
    let rows = page.rows(wording: wording)
    let advice =
      rows.isEmpty
      ? "No sets yet. Pick songs or plan a length; then 'save NAME' keeps them as a set."
      : "'sit 1' sits the first set; 'load', 'edit' and 'rename' take its name or number, 'delete' its name."
    self.init(
      heading: wording.isAloud ? counted(rows.count, "set") : "Sets", rows: rows,
      notes: page.warnings + [Row(advice, as: .muted)])
  }
}

// MARK: - A set

/// A set, as lists show it: its name, its songs and its plan.
package struct SetSummary: Hashable, Sendable {
  package var name: SetName
  package var songCount: Int
  /// The total of the songs' known lengths, and whether there are others.
  package var length: TimeLeft
  package var plan: StoredPlan
  /// When the set was last sat; `nil` if never.
  package var lastSat: Moment?

  package init(
    name: SetName, songCount: Int, length: TimeLeft, plan: StoredPlan, lastSat: Moment? = nil
  ) {
    self.name = name
    self.songCount = songCount
    self.length = length
    self.plan = plan
    self.lastSat = lastSat
  }

  package init(of set: ListedSet, lastSat: Moment? = nil) {
    self.init(
      name: set.name, songCount: set.songCount,
      length: TimeLeft(known: set.length, isMore: set.isLonger), plan: set.plan, lastSat: lastSat)
  }

  package init(of set: SongSet, lastSat: Moment? = nil) {
    self.init(of: ListedSet(set), lastSat: lastSat)
  }

  /// Songs and length: "4 songs, 12:00, for 20m", "silence, for 20m".
  package func contents(wording: Wording) -> String {
    ([songs(wording)] + [ending(wording)]).compactMap { $0 }.joined(separator: ", ")
  }

  /// "4 songs, 12:00", "silence".
  func songs(_ wording: Wording) -> String {
    guard songCount > 0 else { return "silence" }
    let time =
      switch (length.known, length.isMore) {
      case (let known, false): known.text(wording)
      case (.zero, true): "unknown length"
      case (let known, true): "\(known.text(wording)) and more"
      }
    return "\(counted(songCount, "song")), \(time)"
  }

  /// When a session of the set ends, unless it ends with its last song.
  private func ending(_ wording: Wording) -> String? {
    if let reason = plan.reason { return "its plan is not valid: \(reason)" }
    return switch plan.plan?.length {
    case .songs, nil: nil
    case .open: "open"
    case .time(let end): "for \(wording.isAloud ? end.exact(wording) : TimeText.brief(end))"
    }
  }
}

extension Row {
  /// Creates the row of `set`, number `number` of a list, from 1: its name, contents, last sit.
  package init(_ set: SetSummary, number: Int, now: Moment, wording: Wording) {
    self.init(
      set.name.text, set.contents(wording: wording), as: set.plan.problem == nil ? .plain : .warning
    )
    self.number = number
    detail =
      set.lastSat.map {
        (wording.isAloud ? "last sat " : "sat ") + MomentText.phrase(of: $0, asOf: now)
      } ?? (wording.isAloud ? "never sat" : "")
  }
}
