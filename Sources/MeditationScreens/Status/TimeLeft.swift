import MeditationCore
import MeditationPlan
import MeditationText

/// The time left in a session.
package struct TimeLeft: Hashable, Sendable {
  /// The total of the known lengths.
  package var known: Duration
  /// True if there are also songs of unknown length.
  package var isMore: Bool
  /// True if nothing ends the session but `finish`: its songs repeat, and it has no length.
  package var isEndless = false

  /// The time left where songs repeat: there is no end.
  static let endless = {
    var left = TimeLeft(known: .zero, isMore: true)
    left.isEndless = true
    return left
  }()

  package init(known: Duration, isMore: Bool) {
    self.known = known
    self.isMore = isMore
  }

  /// The time left in words: `3:10 left in the session`.
  package func words(_ wording: Wording = .screen) -> String {
    alone(wording) + (isEndless ? "" : " in the session")
  }

  /// The same without the session: `3:10 left`.
  package func alone(_ wording: Wording = .screen) -> String {
    if isEndless { return "no end: the songs repeat" }
    return switch (known, isMore) {
    case (_, false): "\(known.text(wording)) left"
    case (.zero, true): "unknown time left"
    case (_, true): "more than \(known.text(wording)) left"
    }
  }

  /// The time left in short form.
  package var symbols: String { isEndless ? "no end" : "\(short) left in session" }

  /// Only the time: `3:10`; a `+` stands for songs of unknown length.
  var short: String { isMore ? "\(known.timeText)+" : known.timeText }
}

// MARK: - Of a session

/// The time left at each song of a session: made once for an order, then read in constant time.
///
/// For a session that repeats, this is the time left in the current round.
struct TimeLeftTable {
  private let lengths: [Duration?]
  private let plan: Plan
  /// The time left after each song.
  private let after: [TimeLeft]

  @MainActor init(of session: MeditationViewModel) {
    self.init(session.playOrder.map { session.songs[$0].length }, plan: session.state.plan)
  }

  /// - Parameter lengths: Those of the songs, in the order in which they play.
  init(_ lengths: [Duration?], plan: Plan) {
    (self.lengths, self.plan) = (lengths, plan)
    var left = TimeLeft(known: .zero, isMore: false)
    var after: [TimeLeft] = []
    after.reserveCapacity(lengths.count)
    var next: Duration?
    for length in lengths.reversed() {
      if let length, let next { left.add(.zero - plan.overlap(of: length, with: next)) }
      after.append(left)
      left.add(length)
      next = length
    }
    self.after = after.reversed()
  }

  /// The length of all songs.
  var whole: TimeLeft {
    lengths.isEmpty ? TimeLeft(known: .zero, isMore: false) : left(at: 0, position: .zero)
  }

  /// The time left in the songs of `session`, which has to be in the order of this table.
  @MainActor func left(in session: MeditationViewModel) -> TimeLeft {
    if let place = session.place?.index {
      var left = left(at: place, position: session.position)
      // Of a song that did not begin at its beginning, less passes into the next one.
      if place + 1 < lengths.count, let length = lengths[place], let next = lengths[place + 1] {
        left.known += plan.overlap(of: length, with: next) - session.overlapToCome
      }
      return left
    }
    return session.state.isSettling ? whole : TimeLeft(known: .zero, isMore: false)
  }

  /// The time left when the song at `place`, from 0, is at `position`.
  private func left(at place: Int, position: Duration) -> TimeLeft {
    var left = after[place]
    left.add(lengths[place].map { max($0 - position, .zero) })
    return left
  }
}

extension MeditationViewModel {
  /// The time left in the picked songs or, while listening, in those to come. Takes time in
  /// proportion to their number.
  var musicLeft: TimeLeft {
    phase == .listening ? TimeLeftTable(of: self).left(in: self) : musicLength
  }

  /// The length of the picked songs as they play. Takes time in proportion to their number if they
  /// pass into each other.
  package var musicLength: TimeLeft {
    guard state.plan.crossfade > .zero, state.picked.count > 0 else {
      return TimeLeft(known: state.picked.length, isMore: state.picked.unknownCount > 0)
    }
    return TimeLeftTable(of: self).whole
  }
}

extension TimeLeft {
  /// With the time for which the music waits until it ends, in a session that ends with it.
  func waiting(in state: SessionState) -> TimeLeft {
    let now = max(state.elapsed, .zero)
    let end = state.plan.musicRests.end(ofMusic: known, from: now)
    return TimeLeft(known: end.map { $0 - now } ?? known, isMore: isMore || end == nil)
  }

  fileprivate mutating func add(_ length: Duration?) {
    if let length { known += length } else { isMore = true }
  }
}
