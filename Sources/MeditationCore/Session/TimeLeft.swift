import MeditationPlan

/// The time left in a session, or the length of some songs.
package struct TimeLeft: Hashable, Sendable {
  package var known: Duration
  /// True if there are also songs of unknown length.
  package var isMore: Bool
  /// True if nothing ends the session but `finish`: its songs repeat, and it has no length.
  package var isEndless: Bool

  package init(known: Duration, isMore: Bool, isEndless: Bool = false) {
    (self.known, self.isMore, self.isEndless) = (known, isMore, isEndless)
  }

  fileprivate mutating func add(_ length: Duration?) {
    if let length { known += length } else { isMore = true }
  }
}

extension MeditationViewModel {
  /// The time left in the session; `nil` unless listening, and where it is not known: in an open
  /// session, where songs repeat without a length, and where a song to come has no known length. One that ends
  /// with the current song has that song's time left. In a rehearsal, it is that until the end of the plan. Takes
  /// time in proportion to the songs of the session where it ends with them.
  public var timeLeft: Duration? {
    guard phase == .listening else { return nil }
    let left = timeLeft(in: TimeLeftTable(of: self))
    return left.isMore ? nil : left.known
  }

  /// The time left while listening, as far as it is known. An open session goes on after its songs.
  ///
  /// - Parameter table: Of the present order and plan; made only where the songs end the session.
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

  /// The next stroke of a bell; `nil` if none is to come, or none is known yet: less than 2 s before the
  /// songs end the session, none is struck. Takes time as ``timeLeft`` does.
  public var nextStroke: Cue? {
    guard let stroke = state.nextStroke, phase == .listening, state.plan.length == .songs,
      let left = timeLeft
    else { return state.nextStroke }
    return stroke.time - state.elapsed > left - Timetable.quietBeforeEnd ? nil : stroke
  }

  /// The time left until the song ends that plays at session time `end`.
  private func leftWithWholeSongs(until end: Duration) -> TimeLeft {
    let rests = state.plan.musicRests
    let now = max(state.elapsed, .zero)
    let left = TimeLeft(known: end - state.elapsed, isMore: false)
    guard rests.rest(at: end) == nil, !state.isSilent || state.isSettling else { return left }
    let music = rests.music(until: end) - rests.music(until: now)
    var song = state.current ?? playOrder.first
    var (played, roundCount) = (Duration.zero - state.position, 0)
    if state.current == nil { played = .zero }
    while let current = song {
      guard let length = songs[current].length else {
        return TimeLeft(known: left.known, isMore: true)
      }
      played += length
      if played >= music {
        let end = rests.end(ofMusic: played, from: now) ?? end
        return TimeLeft(known: end - state.elapsed, isMore: false)
      }
      song = song.flatMap { following($0) }
      if song == playOrder.first { roundCount += 1 }
      // Songs without a frame would be summed for ever.
      if roundCount > 1, played <= .zero { break }
      if let next = song, let other = songs[next].length {
        played -= state.plan.overlap(of: length, with: other)
      }
    }
    return left
  }

  /// The song that plays after the one at this index, by itself; `nil` if none does.
  private func following(_ song: Int) -> Int? {
    switch state.plan.repeats {
    case .one: song
    case .on: progress.order.song(after: song) ?? progress.order.first
    case .off: progress.order.song(after: song)
    }
  }

  /// The time left in the picked songs or, while listening, in those to come. Takes time in
  /// proportion to their number.
  package var musicLeft: TimeLeft {
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
  /// Adds what is left of the settling, and the times in which the music waits.
  fileprivate func waiting(in state: SessionState) -> TimeLeft {
    let end = state.plan.musicRests.end(ofMusic: known, from: max(state.elapsed, .zero))
    return TimeLeft(known: end.map { $0 - state.elapsed } ?? known, isMore: isMore || end == nil)
  }
}

/// The time left at each song of a session: made once for an order, then read in constant time.
///
/// For a session that repeats, this is the time left in the current round.
package struct TimeLeftTable {
  private let lengths: [Duration?]
  private let plan: Plan
  private let after: [TimeLeft]

  @MainActor package init(of session: MeditationViewModel) {
    self.init(session.playOrder.map { session.songs[$0].length }, plan: session.state.plan)
  }

  /// - Parameter lengths: Those of the songs, in the order in which they play.
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

  /// The time left in the songs of `session`, which has to be in the order of this table.
  @MainActor fileprivate func left(in session: MeditationViewModel) -> TimeLeft {
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
