import MeditationPlan

// The actions while listening, and those that begin and end it; the events of the engine.
extension MeditationViewModel {
  func start() throws(Refusal) -> [ModeChange] {
    let order = try playable(SessionOrder(list.pickedInOrder))
    let settling = state.plan.settling
    let entry: Move =
      settling > .zero ? .rest(settling) : order.first.map { Move.play($0) } ?? .rest(nil)
    return begin(order, with: entry, at: .zero - settling, jumped: nil)
  }

  /// `order`; refused if a session of it would be empty.
  private func playable(_ order: SessionOrder) throws(Refusal) -> SessionOrder {
    guard order.first != nil || state.plan.outlastsSongs else {
      throw state.songCount == 0 ? .noSongs : .nothingPicked
    }
    return order
  }

  func make(_ move: Move) -> [ModeChange] { MusicPlayer.make(move, in: &course) }

  func select(_ song: Int) throws(Refusal) -> [ModeChange] {
    let move = try MusicPlayer.select(song, in: course)
    guard move != .stay else { return [] }
    course.state.pauseCause = nil
    endSettling()
    return make(move)
  }

  func setPause(_ cause: PauseCause?) -> [ModeChange] {
    course.state.pauseCause = cause
    return []
  }

  func next() throws(Refusal) -> [ModeChange] {
    let move = try MusicPlayer.playNext(in: course)
    endSettling()
    return make(move)
  }

  func finish(after boundary: Action.Boundary?) throws(Refusal) -> [ModeChange] {
    if boundary == .part {
      let part = state.plan.part(at: state.elapsed)
      let later = state.plan.parts.indices.dropFirst(part + 1).reversed()
      return try change(later.map { .removePart($0 + 1) })
    }
    guard state.current != nil else { throw .inSilence }
    course.state.finishesAfterSong = boundary == .song
    MusicPlayer.updateUpcoming(&course)
    return []
  }

  func back() -> [ModeChange] {
    returnToPicking()
    return MusicPlayer.updateToSongPicking(songs)
  }

  /// Returns to picking; the modes of the songs are changed elsewhere.
  func returnToPicking() {
    if phase == .listening { course.state.end = .left }
    history.unmark()
    course.state.phase = .picking
    course.state.isRinging = false
    course.list.mixInArrivals()
    course.state.plan = state.plan.unskipped
    MusicPlayer.stop(&course)
  }
}

// MARK: - Resuming, beginning within the plan, and moving session time

extension MeditationViewModel {
  func resume(at point: Action.Resumption) throws(Refusal) -> [ModeChange] {
    let played = try playable(SessionOrder(list.pickedInOrder))
    if let end = state.plan.end, end <= point.elapsed { throw .planPassed }
    if let place = point.place, !played.songs.indices.contains(place) {
      throw .noSuchPlace(number: place == .max ? place : place + 1, count: played.count)
    }
    guard let entry = map(of: played).entry(at: point) else { throw .planPassed }
    let time = if case .rest(let left?) = entry { .zero - left } else { point.elapsed.clamped() }
    return begin(played, with: entry, at: time, jumped: point.jumped?.clampedSessionTime)
  }

  /// Starts a session of the picked songs at `target`, as if everything before it had been sat.
  func start(at target: Action.SessionTarget) throws(Refusal) -> [ModeChange] {
    let played = try playable(SessionOrder(list.pickedInOrder))
    let (time, entry) = try map(of: played).place(of: target)
    return begin(played, with: entry, at: time, jumped: time > .zero ? time : nil)
  }

  /// Starts a session with time 0 at `start`, or corrects a settling one; `now` is the system time.
  func start(byClock start: ClockStart, now: Duration) throws(Refusal) -> [ModeChange] {
    let settles = phase == .listening
    guard !settles || state.isSettling else { throw .alreadyListening }
    let order = try playable(settles ? progress.order : SessionOrder(list.pickedInOrder))
    var time = (now - start.zero).clampedSessionTime
    var entry = Move.rest(Duration.zero - time)
    if time >= .zero { (time, entry) = try map(of: order).place(of: .time(time)) }
    let changes =
      settles
      ? move(to: time, with: entry)
      : begin(order, with: entry, at: time, jumped: nil)
    // The missed time was not sat.
    course.state.jumped = time > .zero ? time : nil
    course.state.clockStart = start
    return changes
  }

  /// Moves session time, which otherwise only passes, to rehearse a plan.
  func jump(_ jump: Action.Jump) throws(Refusal) -> [ModeChange] {
    let target: Action.SessionTarget
    switch jump {
    case .to(let wanted): target = wanted
    case .by(let offset):
      let time = state.elapsed + offset.clampedSessionTime
      guard time >= .zero else { throw .beforeBeginning }
      target = .time(time)
    }
    let (time, entry) = try map(of: progress.order).place(of: target)
    return move(to: time, with: entry)
  }

  private func move(to time: Duration, with entry: Move) -> [ModeChange] {
    let sat = state.sat
    beginSession(at: time)
    (course.state.jumped, course.state.latestStroke) = (time - sat, nil)
    // Otherwise, strokes that are still reported would count as new ones.
    course.progress.firstJump = state.generation.jump + 1
    return enter(entry)
  }

  private func begin(
    _ order: SessionOrder, with entry: Move, at time: Duration, jumped: Duration?
  ) -> [ModeChange] {
    course.clearFailures()
    course.progress.order = order
    course.progress.begin(jump: state.generation.jump + 1)
    course.state.summary = SessionSummary()
    course.state.summary.songCount = order.count
    course.state.plan = state.plan.unskipped
    course.state.phase = .listening
    course.state.end = nil
    course.state.pauseCause = nil
    course.state.latestStroke = nil
    (course.state.jumped, course.state.rehearsal) = (jumped, nil)
    course.state.format = SoundFormat(
      covering: order.songs.lazy.compactMap { self.songs[$0].format })
    history.mark()
    beginSession(at: time)
    return MusicPlayer.updateToSongListening(songs).followed(by: enter(entry))
  }

  private func enter(_ entry: Move) -> [ModeChange] {
    if entry == .rest(nil) { course.progress.reach(progress.order.last, crossfade: .zero) }
    return make(entry)
  }

  private func map(of order: SessionOrder) -> MusicTimeline {
    MusicTimeline(songs: songs, order: order, plan: state.plan)
  }
}

// MARK: - Rehearsing

extension MeditationViewModel {
  func rehearse() throws(Refusal) -> [ModeChange] {
    let changes = try start(at: .time(.zero))
    course.state.rehearsal = plannedRehearsal
    return changes
  }

  /// The rehearsal of the session as planned. If it ends with its songs, their lengths say when.
  var plannedRehearsal: Rehearsal {
    let endsWithSongs = state.plan.length == .songs && !state.isRepeating
    return Rehearsal(
      of: Timetable(
        state.plan, endedAt: endsWithSongs ? map(of: progress.order).end : nil))
  }

  /// Goes on to the next stretch of a rehearsal if one is over; after the last, ends it.
  private func continueRehearsal() -> [ModeChange] {
    switch state.rehearsal?.step(at: state.elapsed) {
    case .stay, nil: return []
    case .end: return make(.end(.completed))
    case .jump(let time):
      return map(of: progress.order).entry(at: time).map { move(to: time, with: $0) }
        ?? make(.end(.completed))
    }
  }
}

// MARK: - Events

extension MeditationViewModel {
  /// The state machine's table of events. Events about the output apply to every generation, those
  /// about bells to every generation of the session.
  ///
  /// - Returns: The changed modes; `nil` if the event is dropped.
  func carryOut(_ event: EngineEvent) -> [ModeChange]? {
    switch event.kind {
    case .position:
      return catchingUp(with: event) {
        MusicPlayer.noteTime(in: &course)
        return continueRehearsal()
      }
    case .crossed:
      return catchingUp(with: event) { make(MusicPlayer.didCross(in: &course)) }
    case .ended:
      return catchingUp(with: event) { make(MusicPlayer.didEnd(in: &course, failed: false)) }
    case .damaged(let lost):
      return catchingUp(with: event) {
        // The damage was skipped, not heard.
        course.state.position = max(state.position, (event.position + lost).clamped())
        MusicPlayer.updateUpcoming(&course)
        return []
      }
    case .failed(let reason):
      return catchingUp(with: event) {
        guard let current = currentSong else { return [] }
        course.setFailure(reason, of: current)
        course.state.summary.failedCount += 1
        return make(MusicPlayer.didEnd(in: &course, failed: true))
      }
    case .deviceLost(let reason):
      // Of any generation: the device is lost even if a jump is on its way to the engine.
      guard phase != .picking, progress.includes(event) else { return nil }
      advanceClock(to: event)
      let isHeld = state.pauseCause != nil && !state.waitsForDevice
      (course.state.sound, course.state.isRinging) = (.lost(reason: reason), false)
      if phase == .listening, !isHeld { course.state.pauseCause = .device(reason: reason) }
      return []
    case .deviceRestored:
      if state.waitsForDevice { course.state.pauseCause = nil }
      course.state.sound = .fine
      return []
    case .soundMoved(let reason):
      guard state.transport == .playing else { return nil }
      // Bells are for all who sit there.
      if !state.hasOnlyBells { course.state.pauseCause = .device(reason: reason) }
      return []
    case .noDevice(let reason):
      (course.state.sound, course.state.isRinging) = (.absent(reason: reason), false)
      return []
    case .underrun(let lost):
      guard progress.includes(event), phase != .picking else { return nil }
      if advanceClock(to: event) { MusicPlayer.updateUpcoming(&course) }
      course.state.summary.underrunCount += 1
      course.state.summary.underrunTime += lost
      return []
    case .gainRefused:
      return catchingUp(with: event) { [] }
    case .mixedDown, .laneFailed:
      return []
    case .stalled, .measuring:
      guard phase == .listening, event.generation == state.generation else { return nil }
      if case .measuring(let percent) = event.kind, state.current != nil {
        course.state.measured = min(max(percent ?? 0, 0), 100)
      }
      return []
    case .outputFailed:
      course.state.isRinging = false
      guard phase == .listening else { return [] }
      advanceClock(to: event)
      return make(.end(.failed))
    case .cue(let cue) where cue.kind == .end:
      return catchingUp(with: event) { make(.end(.completed)) }
    case .cue(let cue):
      guard progress.includes(event), phase != .picking else { return nil }
      // After the end, session time stands.
      advanceClock(to: event)
      guard cue.kind.isStroke else { return [] }
      course.state.summary.bellCount += 1
      course.state.latestStroke = cue
      return []
    case .rangOut:
      guard progress.includes(event), phase == .finished else { return nil }
      course.state.isRinging = false
      return []
    }
  }

  /// Advances to the time of `event`, then does `work`.
  ///
  /// Drops events of other generations, so that `next`, typed as a song ends, skips only one.
  private func catchingUp(with event: EngineEvent, _ work: () -> [ModeChange]) -> [ModeChange]? {
    advanceClock(to: event) ? work() : nil
  }

  /// Counts the time since the last event, back only for a jump; false if of another generation.
  @discardableResult private func advanceClock(to event: EngineEvent) -> Bool {
    guard phase == .listening, event.generation == state.generation else { return false }
    course.state.elapsed = max(state.elapsed, event.elapsed)
    if state.current != nil { course.state.gain = event.gain ?? state.gain }
    guard event.position > state.position else { return true }
    course.state.measured = nil
    // An engine that plays again may not report the device's return.
    if case .lost = state.sound, state.pauseCause == nil { course.state.sound = .fine }
    if let current = state.current {
      course.state.summary.listened += event.position - state.position
      if course.progress.hear(current) { course.state.summary.heardCount += 1 }
    }
    course.state.position = event.position
    return true
  }
}

// MARK: - Session time

extension MeditationViewModel {
  /// Begins session time at `time`, with new counts.
  func beginSession(at time: Duration) {
    course.state.sessionCount += 1
    course.state.isRinging = false
    course.state.clockStart = nil
    course.state.beginning = time
    course.state.elapsed = time
  }

  /// Makes now session time 0 while the session is settling. Only skipping the settling may do so.
  func endSettling() {
    if state.isSettling { beginSession(at: .zero) }
  }
}
