import MeditationPlan

/// Something that sets a sit apart from one sat and heard from beginning to end.
package enum SitMark: String, CaseIterable, Hashable, Sendable {
  /// There was no sound device.
  case silent = "no-sound"
  /// It ran without a terminal and without input: a job started it.
  case unattended
  /// Music was played for itself, without a plan. That is no sit, and never counts.
  case listening
  /// It began within its plan, or somebody jumped, so its session time is not the time sat.
  case jumped
  /// It was sat without the program, and added by hand.
  case added

  /// The marks in `words`, separated by blanks; unknown words are ignored.
  package static func parse(_ words: String) -> Set<SitMark> {
    Set(words.split(separator: " ").compactMap { SitMark(rawValue: String($0)) })
  }
}

extension Set<SitMark> {
  package var words: [String] { SitMark.allCases.filter(contains).map(\.rawValue) }
}

/// The record of one sit in the journal.
package struct Sit: Hashable, Identifiable, Sendable {
  /// Identifies a sit. Drawn at random, so that beginning a sit does not wait for the disk.
  package struct ID: Hashable, Sendable {
    /// Positive.
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    package static func random() -> ID { ID(rawValue: .random(in: 1...Int64.max)) }

    /// The id of an imported sit, which is the same on every machine.
    ///
    /// Source: Fowler, Noll, Vo, FNV-1a with 64 bits.
    static func imported(began: Moment, sat: Duration) -> ID {
      let text = "\(began.milliseconds) \(sat.components.seconds)"
      let hash = text.utf8.reduce(UInt64(0xCBF2_9CE4_8422_2325)) {
        ($0 ^ UInt64($1)) &* 0x100_0000_01B3
      }
      return ID(rawValue: Int64(hash >> 1) | 1)
    }
  }

  package private(set) var id: ID
  package var began: Moment
  /// The planned length; `nil` for an open session, and if the songs' lengths are unknown.
  package var planned: Duration?
  /// The time sat, without settling, pauses and what was skipped by a jump.
  package var sat: Duration = .zero
  /// How it ended; `nil` while it is in progress.
  package var end: SitEnd?
  package var set: String?
  package var plan = StoredPlan.none
  /// The titles of the songs heard, in playing order.
  package var heard: [String] = []
  /// The user's own words.
  package var note = ""
  /// The user's own word for sits of its kind; empty for none.
  package var label = ""
  package var marks: Set<SitMark> = []
  /// When it went on after a pause, or on another day. Leaves out differences below a minute.
  package var stretches: [Stretch] = []
  package var resumePoint = ResumePoint()

  /// A part of a sit, from a moment on.
  package struct Stretch: Hashable, Sendable {
    package var began: Moment
    /// The time sat before it.
    package var sat: Duration
  }

  package struct ResumePoint: Hashable, Sendable {
    /// The current song's position in the playing order, from 0; `nil` in a silence.
    package var place: Int?
    package var position: Duration = .zero
    /// The session time; negative while settling.
    package var elapsed: Duration = .zero
    /// In percent.
    package var volume = 100
    /// True if the first song follows the last.
    package var isRepeating = false
  }

  /// Sits shorter than this are kept, but do not count.
  package static let shortest = Duration.seconds(60)

  /// When it would be over without a pause.
  package var over: Moment {
    Moment(
      milliseconds: began.milliseconds + Int64(clamping: sat.attoseconds / 1_000_000_000_000_000),
      offset: began.offset)
  }

  /// True if it is known to have songs: one was heard, or is current.
  package var hasSongs: Bool { !heard.isEmpty || resumePoint.place != nil }

  /// How long its music faded out at its end, before that was over; `nil` if it did not. The point to
  /// resume it is then where that began.
  package var fade: Duration? {
    guard end == .completed, resumePoint.place != nil, let planned, let plan = plan.plan,
      plan.parts.count == 1, plan.until == nil, plan.fade.out > .zero,
      resumePoint.elapsed <= planned - plan.fade.out
    else { return nil }
    return plan.fade.out
  }

  /// True if it can go on another time: it was left or interrupted, or somebody fell asleep.
  package var isResumable: Bool { end?.isResumable ?? false && (end != .completed || fade != nil) }

  package var isListening: Bool { marks.contains(.listening) }

  package var isLong: Bool { sat >= Self.shortest }

  /// True if the sit counts in totals and streaks.
  package var counts: Bool { isLong && !isListening }

  package init(id: ID = .random(), began: Moment, planned: Duration? = nil) {
    self.id = id
    self.began = began
    self.planned = planned
  }

  /// Notes that the sit goes on at `now`, unless it was sat until then.
  package mutating func goOn(at now: Moment) {
    let last = stretches.last ?? Stretch(began: began, sat: .zero)
    let until = Duration.milliseconds(last.began.milliseconds) + sat - last.sat
    guard .milliseconds(now.milliseconds) - until >= Self.shortest else { return }
    stretches.append(Stretch(began: now, sat: sat))
  }
}

// MARK: - Identity

extension Sit {
  /// True if `other` records the same sit: its beginning and its length agree to the second.
  package func isSame(as other: Sit) -> Bool {
    second == other.second && (Duration.seconds(-1)...Duration.seconds(1)).contains(sat - other.sat)
  }

  /// When it began, in whole seconds since 1970. Records of the same sit share it.
  package var second: Int { Int(began.milliseconds).floored(by: 1_000) }

  package func withID(_ id: ID) -> Sit {
    var sit = self
    sit.id = id
    return sit
  }
}

package enum SitRemark: Hashable, Sendable {
  /// Empty text removes the note.
  case note(String)
  /// An empty label removes it.
  case label(String)

  package func replace(in sit: inout Sit) {
    switch self {
    case .note(let text): sit.note = text
    case .label(let text): sit.label = text
    }
  }
}

package enum SitEnd: String, CaseIterable, Hashable, Sendable {
  /// It came to its end by itself.
  case completed
  /// By `finish`.
  case stopped
  /// By `back`, or because the program ended regularly.
  case left
  /// Nothing could be heard.
  case failed
  /// The program was killed, or the power was cut.
  case interrupted

  /// True if the sit can go on another time, one that is complete from where its music faded out.
  package var isResumable: Bool { [.left, .interrupted, .completed].contains(self) }
}

/// A song of a sit's session, kept to repeat the session.
package struct SitSong: Hashable, Sendable {
  /// The bytes of the absolute path.
  package var path: [UInt8]
  /// The title, ready for display.
  package var title: String

  package init(path: [UInt8], title: String) {
    self.path = path
    self.title = title
  }
}
