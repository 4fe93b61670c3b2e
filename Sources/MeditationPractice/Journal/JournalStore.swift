import MeditationText

/// Keeps the journal; tests use memory. Safe on any thread; calls block, for seconds at most.
package protocol JournalStore: Sendable {
  /// Writes all of `sit` as it is now, new or not: the next write makes up for a failed one.
  ///
  /// - Parameter songs: The songs of its session in playing order; those of earlier sits are then
  ///   dropped. `nil` if they are unchanged.
  func save(_ sit: Sit, songs: [SitSong]?) throws(JournalProblem)

  /// The sits that began on this local date or later, newest first; `nil` is unbounded.
  ///
  /// - Parameter listening: True to include music that was played for itself.
  func sits(since first: CivilDate?, limit: Int?, listening: Bool) throws(JournalProblem) -> [Sit]

  /// The number of sits or, if `listening`, of times that music was played for itself.
  func count(listening: Bool) throws(JournalProblem) -> Int

  /// When each sit that counts began, and its length, in any order: enough for totals.
  func lengths() throws(JournalProblem) -> [SatTime]

  /// Like ``lengths()``, with labels.
  func labelledLengths() throws(JournalProblem) -> [SatTime]

  func lastSits() throws(JournalProblem) -> [SetName: Moment]

  func renameSet(_ old: SetName, to new: SetName) throws(JournalProblem)

  /// The songs of a sit's session, in playing order; empty if they are no longer kept.
  func songs(of sit: Sit.ID) throws(JournalProblem) -> [SitSong]

  /// Sets the note or the label of a sit; throws ``JournalProblem/noSuchSit`` if it is not there.
  func remark(_ remark: SitRemark, on sit: Sit.ID) throws(JournalProblem)

  /// Writes a sit that was added by hand, unless it overlaps with one that counts, or that is
  /// running at `now`: returns that one. If it is not new, only its times are written; throws
  /// ``JournalProblem/noSuchSit`` if it is not there.
  func enter(_ sit: Sit, isNew: Bool, now: Moment) throws(JournalProblem) -> Sit?

  /// Deletes sits, all or none; ``restore(_:)`` brings them back.
  func delete(_ sits: [Sit.ID]) throws(JournalProblem)

  /// Writes deleted sits again, all or none, with the songs that were kept.
  func restore(_ sits: [(sit: Sit, songs: [SitSong])]) throws(JournalProblem)

  /// Marks the sits of killed programs as interrupted.
  func closeInterrupted() throws(JournalProblem)

  /// Takes a sit that can go on for this program alone; false if another program was faster.
  func claim(_ sit: Sit.ID) throws(JournalProblem) -> Bool

  /// Copies the journal to its backup, if that is due.
  func backUp()

  /// The line about a damaged file since the last call; `nil` if there is none.
  func takeNotice() -> String?
}

extension JournalStore {
  /// True if there is no sit, or none can be read.
  package var isEmpty: Bool { ((try? sits(since: nil, limit: 1)) ?? []).isEmpty }

  /// The sits since this date, including music that was played for itself, newest first.
  package func sits(since first: CivilDate?, limit: Int?) throws(JournalProblem) -> [Sit] {
    try sits(since: first, limit: limit, listening: true)
  }
}

/// When a sit began, its length, and its label if requested.
package struct SatTime: Hashable, Sendable {
  package var began: Moment
  /// In whole seconds, as shown, so that a total is the sum of its rows.
  package let sat: Duration
  private let stretches: [Sit.Stretch]
  /// The label of the sit, or else its set's name; empty if it has neither.
  package let label: String
  /// True if the label is not the name of the set.
  package let hasOwnLabel: Bool

  package init(
    began: Moment, sat: Duration, stretches: [Sit.Stretch] = [], label: String = "",
    set: String? = nil
  ) {
    (self.began, self.stretches) = (began, stretches)
    self.sat = sat.inWholeSeconds
    (self.label, hasOwnLabel) = label.isEmpty ? (set ?? "", false) : (label, true)
  }

  /// The time sat on each day, where days begin at `dayStart` after local midnight. A sit with less
  /// than a minute on each day counts for the day with the most.
  package func days(startingAt dayStart: Duration) -> [CivilDate: Duration] {
    // Nearly all sits are like this, and totals ask each one.
    if stretches.isEmpty, sat <= began.leftOfDay(startingAt: dayStart) {
      return [began.day(startingAt: dayStart): sat]
    }
    var days: [CivilDate: Duration] = [:]
    let starts = [Sit.Stretch(began: began, sat: .zero)] + stretches
    for (start, end) in zip(starts, stretches.map(\.sat) + [sat]) {
      var (moment, left) = (start.began, (end - start.sat).inWholeSeconds)
      while left > .zero {
        let piece = min(left, moment.leftOfDay(startingAt: dayStart))
        days[moment.day(startingAt: dayStart), default: .zero] += piece
        moment.milliseconds += piece.components.seconds * 1_000
        left -= piece
      }
    }
    guard let most = days.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else {
      return [began.day(startingAt: dayStart): sat]
    }
    for (day, sat) in days where day != most && sat < Sit.shortest {
      days[day] = nil
      days[most, default: .zero] += sat
    }
    return days
  }

  /// True if the sit has this label, ignoring case.
  package func isLabelled(_ label: String) -> Bool { self.label.lowercased() == label.lowercased() }
}

extension Sit {
  package var time: SatTime {
    SatTime(began: began, sat: sat, stretches: stretches, label: label, set: set)
  }
}

/// Why the journal cannot be read or written, as a clause: "the disk is full".
package struct JournalProblem: Error, Hashable, Sendable {
  package let reason: String
  /// True if another program has locked the journal, so that a retry may succeed.
  package let isLock: Bool

  /// The sit was deleted, or never written.
  package static let noSuchSit = JournalProblem("the sit is no longer in the journal")

  package init(_ reason: String, isLock: Bool = false) {
    self.reason = reason
    self.isLock = isLock
  }
}
