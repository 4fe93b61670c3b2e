import MeditationPlan

/// An engine without sound, on a virtual clock: songs last as long as their declared lengths, bells
/// take no time, and time advances only by `advance`.
///
/// Reports each whole second of a segment, each boundary and each cue at its exact time. Ramps take
/// no time: music waits at once, where an audible engine fades it out first.
@MainActor final class ScriptedEngine {
  /// Receives the events; called before `follow` and `advance` return.
  var onEvent: (EngineEvent) -> Void = { _ in }

  /// The time on its clock, from 0. It passes even while nothing plays.
  private(set) var now = Duration.zero
  /// The lengths of the songs, by id; `nil` is a song that never ends.
  private(set) var lengths: [Duration?] = []
  private var generation: Generation?
  private var segment: Segment?
  private var next: Segment?
  private var position = Duration.zero
  private var start = Duration.zero
  /// The crossfade of the plan now, and as the segment began: a change applies from the next song.
  private var crossfade = (now: Duration.zero, begun: Duration.zero)
  private var transport = Transport.paused
  private var bells = VirtualBells()
  /// Events due at the present time and not reported yet.
  private var due: [EngineEvent.Kind] = []

  /// Where the current segment ends, or the next song begins; `nil` if unknown or none.
  private var length: Duration? {
    switch segment {
    case .song(let id): lengths[id.rawValue].map { $0 - overlap(atEndOf: $0) }
    case .silence(let length): length
    case nil: nil
    }
  }

  /// As in a real engine: no more than half of either song.
  private func overlap(atEndOf length: Duration) -> Duration {
    guard case .song(let id)? = next, crossfade.now > .zero else { return .zero }
    let half = lengths[id.rawValue].map { $0 / 2 } ?? crossfade.begun
    return max(min(crossfade.begun, (length - start) / 2, half), .zero)
  }

  /// The rest of the current song; `nil` if it is unknown, or there is no song.
  private var musicLeft: Duration? {
    segment?.songID == nil ? nil : length.map { max($0 - position, .zero) }
  }

  func append(_ lengths: [Duration?]) { self.lengths += lengths }

  func setLength(_ length: Duration, of song: SongID) {
    if lengths.indices.contains(song.rawValue) { lengths[song.rawValue] = length }
  }

  func follow(_ score: Score) {
    transport = score.transport
    crossfade.now = score.plan.crossfade
    if score.generation.jump != generation?.jump {
      generation = score.generation
      segment = score.segment
      position = score.start
      (start, crossfade.begun) = (position, crossfade.now)
    }
    if score.generation == generation { next = score.next }
    // Events still due are dropped when session time begins anew.
    if bells.follow(score) { due = [] }
    bells.expectEnd(ofMusic: next == nil ? musicLeft : nil)
  }

  /// Takes over a segment in its middle, which began at `start` with this crossfade.
  func setBeginning(_ start: Duration, crossfade: Duration) {
    (self.start, self.crossfade.begun) = (start, crossfade)
  }

  /// Skips this much of the damaged song, at most its rest, and returns how much. Takes no time.
  func skip(_ lost: Duration) -> Duration {
    guard case .song = segment, lost > .zero else { return lost }
    let before = position
    position = min(position + lost, max(length ?? .longest, position))
    return position - before
  }

  /// Advances by `time`, and reports its events in order. `isEnough` is asked after each event; `true`
  /// stops there. Returns how far it advanced.
  func advance(by time: Duration, until isEnough: () -> Bool) -> Duration {
    var left = time
    var hasEnough = false
    while true {
      // A segment of no length ends before everything else at its time.
      if isSounding, !hasEnough, segment != nil, !isSongWaiting, let length, position >= length {
        reportArrival(isWaiting: false)
        hasEnough = isEnough()
        continue
      }
      // Events happen as soon as they are due, even at the very end of the advance.
      while isSounding, let due = nextDue() {
        onEvent(due)
        hasEnough = hasEnough || isEnough()
      }
      if hasEnough { return time - left }
      guard left > .zero, isSounding else {
        now += left.clamped()
        return time
      }
      // A song that ends where a part without music begins does not wait: it has ended.
      let isWaiting = isSongWaiting
      let passed = step(atMost: left)
      left -= passed
      now += passed
      reportArrival(isWaiting: isWaiting)
      hasEnough = isEnough()
    }
  }

  /// True in a part without music: there a song waits, but settling does not.
  private var isSongWaiting: Bool { segment?.songID != nil && bells.isMusicWaiting }

  private var isSounding: Bool { segment == nil ? bells.ringsOut : transport == .playing }

  private func nextDue() -> EngineEvent? {
    if due.isEmpty { due = bells.takeDue() }
    guard let generation, !due.isEmpty else { return nil }
    return EngineEvent(
      generation: generation, position: position, elapsed: bells.elapsed, kind: due.removeFirst())
  }

  /// Advances to the next event, at most by `limit`.
  private func step(atMost limit: Duration) -> Duration {
    let second = Duration.seconds(position.components.seconds + 1)
    let isWaiting = bells.isMusicWaiting
    let toMark =
      segment == nil || isWaiting
      ? limit : max(min(second, length ?? second) - position, .zero)
    let step = min(limit, toMark, bells.quiet ?? limit)
    if segment != nil, !isWaiting { position += step }
    bells.pass(step)
    return step
  }

  /// Reports the present position. Updates the state first: the receiver may call `follow` at once.
  private func reportArrival(isWaiting: Bool) {
    guard let arrived = generation, segment != nil else { return }
    let (position, elapsed) = (position, bells.elapsed)
    guard let length, position >= length, !isWaiting else {
      return onEvent(
        EngineEvent(generation: arrived, position: position, elapsed: elapsed, kind: .position))
    }
    segment = next
    let kind: EngineEvent.Kind = next == nil ? .ended : .crossed
    generation = arrived.following
    next = nil
    self.position = .zero
    (start, crossfade.begun) = (.zero, crossfade.now)
    onEvent(EngineEvent(generation: arrived, position: length, elapsed: elapsed, kind: kind))
  }
}

/// Session time, strokes and the end of a session, on a virtual clock.
private struct VirtualBells {
  private(set) var elapsed = Duration.zero
  /// True while the session is over and its closing strokes, or `rangOut`, are to come.
  var ringsOut: Bool { endedAt != nil && !hasRungOut }

  private var score: Score?
  private var timetable = Timetable(Plan())
  private var endedAt: Duration?
  /// When the session will end with its last song; `nil` if unknown.
  private var songsEnd: Duration?
  private var hasRungOut = false
  private var next: Duration?
  private var rests = MusicRests([])
  /// When the next part begins, or the next line of the guide is due.
  private var nextMoment: Duration?

  var isMusicWaiting: Bool { rests.rest(at: elapsed) != nil }

  /// Adopts `score`; true if session time begins anew.
  mutating func follow(_ score: Score) -> Bool {
    let (old, isNew) = (self.score, score.session != self.score?.session)
    self.score = score
    rests = score.plan.musicRests
    if isNew {
      elapsed = score.beginning
      (endedAt, songsEnd, hasRungOut) = (nil, nil, false)
    }
    if score.segment == nil, !score.isOver {
      endedAt = nil
      (next, nextMoment) = (nil, nil)
    } else if score.isOver, endedAt == nil {
      end()
    } else if isNew || score.plan != old?.plan {
      setTimetable(of: score.plan, isNew: isNew)
      let isMomentDue = isNew || nextMoment.map { $0 <= elapsed } ?? false
      nextMoment = timetable.moment(from: isMomentDue ? elapsed : elapsed + .init(attoseconds: 1))
    }
    return isNew
  }

  /// The session ends after this much music; `nil` if unknown, or if it goes on.
  mutating func expectEnd(ofMusic music: Duration?) {
    guard let plan = score?.plan, endedAt == nil else { return }
    let end = plan.end == nil ? music.flatMap { rests.end(ofMusic: $0, from: elapsed) } : nil
    guard end != songsEnd else { return }
    songsEnd = end
    setTimetable(of: plan, isNew: false)
  }

  private mutating func setTimetable(of plan: Plan, isNew: Bool) {
    // Strokes due now have been struck, unless they still wait.
    let isDueNow = isNew || next.map { $0 <= elapsed } ?? false
    timetable = Timetable(plan, endedAt: endedAt, songsEnd: songsEnd)
    next = (isDueNow ? timetable.stroke(from: elapsed) : timetable.stroke(after: elapsed))?.time
  }

  /// How long nothing happens; `nil` if nothing is to come.
  var quiet: Duration? {
    let end = endedAt == nil ? score?.plan.end : nil
    // Each second of a rest is reported, too.
    let second = isMusicWaiting ? Duration.seconds(elapsed.components.seconds + 1) : nil
    return [next, nextMoment, end, rests.edge(after: elapsed), second].compactMap { $0 }.min()
      .map { max($0 - elapsed, .zero) }
  }

  mutating func pass(_ time: Duration) { elapsed += time }

  /// The next events due now: a stroke, the end, or the end of ringing.
  mutating func takeDue() -> [EngineEvent.Kind] {
    guard let score else { return [] }
    if endedAt == nil, let end = score.plan.end, end <= elapsed {
      self.end()
      return [.cue(.end(of: score.plan, at: end))]
    }
    if let due = [next, nextMoment].compactMap({ $0 }).min(), due <= elapsed {
      var cues: [Cue] = []
      if next == due {
        cues = timetable.strokes(at: due)
        next = timetable.stroke(after: due)?.time
      }
      if nextMoment == due {
        cues += timetable.moments(at: due)
        nextMoment = timetable.moment(from: due + .init(attoseconds: 1))
      }
      return cues.inOrder.map { .cue($0) }
    }
    guard ringsOut, next == nil else { return [] }
    hasRungOut = true
    return [.rangOut]
  }

  private mutating func end() {
    endedAt = elapsed
    timetable = Timetable(score?.plan ?? Plan(), endedAt: elapsed)
    (next, nextMoment) = (timetable.stroke(from: elapsed)?.time, nil)
  }
}
