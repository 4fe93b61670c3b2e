import MeditationPlan

/// The time left in a session, or the length of some songs.
package struct TimeLeft: Hashable, Sendable {
  package var known: Duration
  /// True if there are further songs of unknown length.
  package var isMore: Bool
  /// True if only `finish` ends the session: its songs repeat, and it has no length.
  package var isEndless: Bool

  package init(known: Duration, isMore: Bool, isEndless: Bool = false) {
    (self.known, self.isMore, self.isEndless) = (known, isMore, isEndless)
  }

  fileprivate mutating func add(_ length: Duration?) {
    if let length { known += length } else { isMore = true }
  }
}

extension MeditationViewModel {
  /// The time left in the session; `nil` unless listening, and while it is not known: in an open
  /// session, with songs that repeat without a length, and with a song to come of unknown length.
  /// If the current song is the last, it is the song's; in a rehearsal, the time until the end of
  /// the plan. Takes time in proportion to the session's songs if it ends with them.
  public var timeLeft: Duration? {
    guard phase == .listening else { return nil }
    let left = timeLeft(in: TimeLeftTable(of: self))
    return left.isMore ? nil : left.known
  }

  /// The known time left while listening. An open session goes on after its songs. `table` is that
  /// of the present order and plan, only made if the songs end the session.
  package func timeLeft(in table: @autoclosure () -> TimeLeftTable) -> TimeLeft {
    let end = state.plan.end.map { max($0 - state.elapsed, .zero) }
    if let end, !state.finishesAfterSong, state.plan.playsWholeSongs {
      return leftWithWholeSongs(until: state.elapsed + end)
    }
    if state.finishesAfterSong, let current = currentSong {
      guard let length = current.length else { return TimeLeft(known: .zero, isMore: true) }
      let left = TimeLeft(known: max(length - state.position, .zero), isMore: false)
        .waiting(in: state)
      guard let end, left.isMore || end < left.known else { return left }
      return TimeLeft(known: end, isMore: false)
    }
    if let end { return TimeLeft(known: end, isMore: false) }
    if state.isRepeating, state.plan.length == .songs {
      return TimeLeft(known: .zero, isMore: true, isEndless: true)
    }
    var left = table().left(in: self).waiting(in: state)
    if state.plan.length == .open { left.isMore = true }
    return left
  }

  /// The next stroke of a bell; `nil` if none is to come, or it is not known yet. In the last 2 s
  /// of a session that ends with its songs, none is struck. Takes as long as ``timeLeft``.
  public var nextStroke: Cue? {
    guard let stroke = state.nextStroke, phase == .listening, state.plan.length == .songs,
      let left = timeLeft
    else { return state.nextStroke }
    return stroke.time - state.elapsed > left - Timetable.quietBeforeEnd ? nil : stroke
  }

  /// The time left until the end of the song that plays at session time `end`.
  private func leftWithWholeSongs(until end: Duration) -> TimeLeft {
    let rests = state.plan.musicRests
    let now = max(state.elapsed, .zero)
    let left = TimeLeft(known: end - state.elapsed, isMore: false)
    guard rests.rest(at: end) == nil, !state.isSilent || state.isSettling else { return left }
    let music = rests.music(until: end) - rests.music(until: now)
    var song = state.current ?? playOrder.first
    var (played, roundCount) = (state.current == nil ? .zero : Duration.zero - state.position, 0)
    while let current = song {
      guard let length = songs[current].length else {
        return TimeLeft(known: left.known, isMore: true)
      }
      played += length
      if played >= music {
        let end = rests.end(ofMusic: played, from: now) ?? end
        return TimeLeft(known: end - state.elapsed, isMore: false)
      }
      song = progress.order.upcoming(after: current, state.plan.repeats)
      if song == playOrder.first { roundCount += 1 }
      // Songs without frames would be summed for ever.
      if roundCount > 1, played <= .zero { break }
      if let next = song, let other = songs[next].length {
        played -= state.plan.overlap(of: length, with: other)
      }
    }
    return left
  }

  /// The time left in the picked songs or, while listening, in those to come. Takes linear time.
  package var musicLeft: TimeLeft {
    phase == .listening ? TimeLeftTable(of: self).left(in: self) : musicLength
  }

  /// The length of the picked songs as they play. Takes linear time if they overlap.
  package var musicLength: TimeLeft {
    guard state.plan.crossfade > .zero, state.picked.count > 0 else {
      return TimeLeft(known: state.picked.length, isMore: state.picked.unknownCount > 0)
    }
    return TimeLeftTable(of: self).whole
  }
}

extension TimeLeft {
  /// Adds the rest of the settling, and the times in which the music waits.
  fileprivate func waiting(in state: SessionState) -> TimeLeft {
    let end = state.plan.musicRests.end(ofMusic: known, from: max(state.elapsed, .zero))
    return TimeLeft(known: end.map { $0 - state.elapsed } ?? known, isMore: isMore || end == nil)
  }
}

/// The time left at each song of a session, or of the current round if they repeat: computed once
/// for an order, then read in constant time.
package struct TimeLeftTable {
  private let lengths: [Duration?]
  private let plan: Plan
  private let after: [TimeLeft]

  @MainActor package init(of session: MeditationViewModel) {
    self.init(session.playOrder.map { session.songs[$0].length }, plan: session.state.plan)
  }

  /// - Parameter lengths: In the order in which the songs play.
  package init(_ lengths: [Duration?], plan: Plan) {
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

  package var whole: TimeLeft {
    lengths.isEmpty ? TimeLeft(known: .zero, isMore: false) : left(at: 0, position: .zero)
  }

  /// The time left in the songs of `session`, whose order must be that of this table.
  @MainActor fileprivate func left(in session: MeditationViewModel) -> TimeLeft {
    if let place = session.place?.index {
      var left = left(at: place, position: session.position)
      // A song that began in its middle has a shorter overlap with the next.
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
