import MeditationText

/// Keeps the journal. Safe on any thread; every call blocks on the disk, for seconds at most.
///
/// The journal of tests is another one, in memory.
package protocol JournalStore: Sendable {
  /// Writes all of `sit` as it is now, new or not, so that the next write makes a failed one good.
  ///
  /// - Parameter songs: The songs of its session in playing order, which then are the latest, so that
  ///   those of earlier sits are no longer kept; `nil` if they are as before.
  func save(_ sit: Sit, songs: [SitSong]?) throws(JournalProblem)

  /// The sits that began on this date, in local time, or later, newest first; `nil` is unbounded.
  ///
  /// - Parameter listening: True if music that was played for itself is among them.
  func sits(since first: CivilDate?, limit: Int?, listening: Bool) throws(JournalProblem) -> [Sit]

  /// The number of all sits or, if `listening`, of the times that music was played for itself.
  func count(listening: Bool) throws(JournalProblem) -> Int

  /// When each sit that counts began and how long it was, in any order: enough for totals.
  func lengths() throws(JournalProblem) -> [SatTime]

  /// As ``lengths()``, with the label of each sit.
  func labelledLengths() throws(JournalProblem) -> [SatTime]

  /// When each set was last sat.
  func lastSits() throws(JournalProblem) -> [SetName: Moment]

  /// Gives the sits of a set its new name.
  func renameSet(_ old: SetName, to new: SetName) throws(JournalProblem)

  /// The songs of the session of a sit, in playing order; empty if they are not kept any more.
  func songs(of sit: Sit.ID) throws(JournalProblem) -> [SitSong]

  /// Sets the note or the label of a sit; throws ``JournalProblem/noSuchSit`` if it is not in the
  /// journal.
  func remark(_ remark: SitRemark, on sit: Sit.ID) throws(JournalProblem)

  /// Writes a sit that was sat elsewhere, unless it overlaps one that counts or goes on.
  ///
  /// - Parameters:
  ///   - isNew: True if it is not in the journal yet. If it is, only its new times are written; throws
  ///     ``JournalProblem/noSuchSit`` if it is not there.
  ///   - now: Until when a sit that goes on has lasted.
  /// - Returns: The sit that it overlaps; `nil` if it was written.
  func enter(_ sit: Sit, isNew: Bool, now: Moment) throws(JournalProblem) -> Sit?

  /// Deletes sits, all or none; ``restore(_:)`` brings them back.
  func delete(_ sits: [Sit.ID]) throws(JournalProblem)

  /// Writes sits that were deleted, all or none, with their songs as far as they were kept.
  func restore(_ sits: [(sit: Sit, songs: [SitSong])]) throws(JournalProblem)

  /// Marks the sits whose programs were killed as interrupted.
  func closeInterrupted() throws(JournalProblem)

  /// Takes a sit that can go on, so that this program alone continues it.
  ///
  /// - Returns: True if it could be taken; another program may have been faster.
  func claim(_ sit: Sit.ID) throws(JournalProblem) -> Bool

  /// Copies the journal to its backup, if it has something that the backup has to have by now.
  func backUp()

  /// The line about a damaged file that was set aside since the last call; `nil` if there is none.
  func takeNotice() -> String?
}

extension JournalStore {
  /// True if there is no sit, or none can be read.
  package var isEmpty: Bool { ((try? sits(since: nil, limit: 1)) ?? []).isEmpty }

  /// The sits that began on this date or later, and music that was played for itself, newest first.
  package func sits(since first: CivilDate?, limit: Int?) throws(JournalProblem) -> [Sit] {
    try sits(since: first, limit: limit, listening: true)
  }
}

/// When a sit was sat, how long it was, and its label if that was asked for.
package struct SatTime: Hashable, Sendable {
  package var began: Moment
  /// In whole seconds, as a sit is shown: a total is the sum of its rows.
  package let sat: Duration
  private let stretches: [Sit.Stretch]
  /// The label of the sit, or else the name of its set; empty if it has neither.
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

  /// What was sat on each day, where a day begins at `dayStart` after local midnight. Less than a minute
  /// counts for the day on which the most was sat.
  package func days(startingAt dayStart: Duration) -> [CivilDate: Duration] {
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

  /// True if the sit goes by `label`; case is ignored.
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
  /// True if another program has locked the journal, so that the same may work in a moment.
  package let isLock: Bool

  /// The sit was deleted, or never written.
  package static let noSuchSit = JournalProblem("the sit is no longer in the journal")

  package init(_ reason: String, isLock: Bool = false) {
    self.reason = reason
    self.isLock = isLock
  }
}
