import Score

/// When more than this has played, `previous` restarts the song.
private let restartThreshold = Duration.seconds(3)

// The actions while listening, and those that begin and end it; the events of the engine; and what
// the music lane plays.
extension MeditationViewModel {
  func start() -> Verdict {
    progress.order = SessionOrder(list.pickedInOrder)
    guard progress.order.first != nil || state.plan.outlastsSongs else {
      return .refuse(.nothingPicked)
    }
    beginListening(at: .zero - state.plan.settling)
    let settles = state.plan.settling > .zero
    let first = settles ? nil : progress.order.first
    let changes = MusicPlayer.start(songs, with: first.map { songs[$0] })
    if let first {
      jump(to: first, at: .zero)
    } else {
      jumpToSilence(settles ? state.plan.settling : nil)
    }
    return .done(changes)
  }

  /// Begins a session of the songs in `order` at session time `time`.
  func beginListening(at time: Duration) {
    clearFailures()
    progress.begin(jump: state.generation.jump + 1)
    state.summary = SessionSummary()
    state.summary.songCount = progress.order.count
    state.plan = state.plan.unskipped
    state.phase = .listening
    state.end = nil
    state.pauseCause = nil
    state.latestStroke = nil
    (state.jumped, state.rehearsal) = (nil, nil)
    state.format = SoundFormat(
      covering: progress.order.songs.lazy.compactMap { self.songs[$0].format })
    history.mark()
    beginSession(at: time)
  }

  func select(_ song: Int) -> Verdict {
    guard songs.indices.contains(song) else { return .refuse(noSuchSong(song)) }
    guard songs[song].mode.isInSession else { return .refuse(.notInSession(number: song + 1)) }
    guard song != state.current else { return .done([]) }
    state.pauseCause = nil
    endSettling()
    return .done(makeCurrent(song))
  }

  func setPause(_ cause: PauseCause?) -> Verdict {
    state.pauseCause = cause
    return .done([])
  }

  /// Skips a song, the settling, or a silence that another song follows.
  func next() -> Verdict {
    guard !state.isAfterMusic || state.upcoming != nil else {
      return .refuse(.nothingFollows)
    }
    endSettling()
    return .done(advance(atEnd: .stopped))
  }

  func previous() -> Verdict {
    guard let current = state.current else {
      return progress.reached.map { .done(makeCurrent($0)) } ?? .refuse(.inSilence)
    }
    guard state.position <= restartThreshold,
      let before = progress.song(before: current, isRepeating: state.isRepeating)
    else {
      jump(to: current, at: .zero)
      return .done([])
    }
    return .done(makeCurrent(before))
  }

  func seek(_ target: Action.Seek) -> Verdict {
    guard let current = state.current else { return .refuse(.inSilence) }
    let length = songs[current].length
    let position: Duration
    switch target {
    case .to(let time): position = time
    case .by(let offset): position = state.position + offset.clampedSessionTime
    case .percent(let part):
      guard let length else { return .refuse(.unknownLength) }
      position = length * min(max(part, 0), 100) / 100
    }
    if let length, position >= length { return .done(advance(atEnd: .stopped)) }
    jump(to: current, at: position.clamped(), isSeek: true)
    return .done([])
  }

  func back() -> Verdict {
    returnToPicking()
    return .done(MusicPlayer.back(songs))
  }

  /// Returns to picking, except for the modes of the songs.
  func returnToPicking() {
    if phase == .listening { state.end = .left }
    history.unmark()
    state.phase = .picking
    state.plan = state.plan.unskipped
    stopMusic()
  }

  func finish(_ end: SessionEnd) -> [ModeChange] {
    let changes = MusicPlayer.pass(from: currentSong, to: nil)
    state.phase = .finished
    state.end = end
    stopMusic()
    return changes
  }
}

// MARK: - Resuming, beginning within the plan, and moving session time

extension MeditationViewModel {
  /// What a session that does not begin at its beginning plays first.
  private enum Entry {
    /// The rest of the settling: this much is left.
    case settling(Duration)
    case song(Int, position: Duration)
    /// The silence after the last song.
    case silence

    var song: Int? { if case .song(let song, _) = self { song } else { nil } }
  }

  /// Starts a session of the picked songs at `point`.
  func resume(at point: Action.Resumption) -> Verdict {
    let played = SessionOrder(list.pickedInOrder)
    guard played.first != nil || state.plan.outlastsSongs else { return .refuse(.nothingPicked) }
    if let end = state.plan.end, end <= point.elapsed { return .refuse(.planPassed) }
    if let place = point.place, !played.songs.indices.contains(place) {
      return .refuse(
        .noSuchPlace(number: place == .max ? place : place + 1, count: played.count))
    }
    guard let entry = entry(at: point, in: played) else { return .refuse(.planPassed) }
    let time = if case .settling(let left) = entry { .zero - left } else { point.elapsed.clamped() }
    return .done(begin(played, with: entry, at: time, jumped: point.jumped?.clampedSessionTime))
  }

  /// Starts a session of the picked songs at `target`, as if all before it had been sat.
  func start(at target: Action.SessionTarget) -> Verdict {
    let played = SessionOrder(list.pickedInOrder)
    guard played.first != nil || state.plan.outlastsSongs else { return .refuse(.nothingPicked) }
    do throws(Refusal) {
      let (time, entry) = try place(of: target, in: played)
      return .done(begin(played, with: entry, at: time, jumped: time > .zero ? time : nil))
    } catch {
      return .refuse(error)
    }
  }

  /// Starts a session of the picked songs whose time 0 is that of `start`, or brings one that settles
  /// to it. `now` is the system's time.
  func start(byClock start: ClockStart, now: Duration) -> Verdict {
    let settles = phase == .listening
    guard !settles || state.isSettling else { return .refuse(.alreadyListening) }
    let order = settles ? progress.order : SessionOrder(list.pickedInOrder)
    guard order.first != nil || state.plan.outlastsSongs else { return .refuse(.nothingPicked) }
    var time = (now - start.zero).clampedSessionTime
    var entry = Entry.settling(.zero - time)
    if time >= .zero {
      do throws(Refusal) { (time, entry) = try place(of: .time(time), in: order) } catch {
        return .refuse(error)
      }
    }
    let changes =
      settles
      ? move(to: time, with: entry)
      : begin(order, with: entry, at: time, jumped: nil)
    // What was missed was not sat.
    state.jumped = time > .zero ? time : nil
    state.clockStart = start
    return .done(changes)
  }

  /// Moves session time: an exception to the rule that it only passes, for those who rehearse a plan.
  func jump(_ jump: Action.Jump) -> Verdict {
    let target: Action.SessionTarget
    switch jump {
    case .to(let wanted): target = wanted
    case .by(let offset):
      let time = state.elapsed + offset.clampedSessionTime
      guard time >= .zero else { return .refuse(.beforeBeginning) }
      target = .time(time)
    }
    do throws(Refusal) {
      let (time, entry) = try place(of: target, in: progress.order)
      return .done(move(to: time, with: entry))
    } catch {
      return .refuse(error)
    }
  }

  private func move(to time: Duration, with entry: Entry) -> [ModeChange] {
    let changes = MusicPlayer.pass(from: currentSong, to: entry.song.map { songs[$0] })
    let sat = state.sat
    beginSession(at: time)
    (state.jumped, state.latestStroke) = (time - sat, nil)
    // Strokes that are still reported would count as if they were to come.
    progress.moveTime(jump: state.generation.jump + 1)
    jump(to: entry)
    return changes
  }

  private func begin(
    _ order: SessionOrder, with entry: Entry, at time: Duration, jumped: Duration?
  ) -> [ModeChange] {
    progress.order = order
    beginListening(at: time)
    state.jumped = jumped
    let changes = MusicPlayer.start(songs, with: entry.song.map { songs[$0] })
    jump(to: entry)
    return changes
  }

  private func jump(to entry: Entry) {
    switch entry {
    case .settling(let left): jumpToSilence(left)
    case .song(let song, let position): self.jump(to: song, at: position)
    case .silence:
      progress.reach(progress.order.last)
      jumpToSilence(nil)
    }
  }

  /// What plays first at `point`; `nil` if nothing of the session is to come.
  private func entry(at point: Action.Resumption, in played: SessionOrder) -> Entry? {
    let beginning = played.first.map { Entry.song($0, position: .zero) }
    if point.elapsed < .zero {
      let left = .zero - max(point.elapsed, .zero - state.plan.settling)
      return left > .zero ? .settling(left) : beginning ?? .silence
    }
    guard let place = point.place else { return state.plan.outlastsSongs ? .silence : beginning }
    let rest = played.songs.dropFirst(place)
    if let song = rest.first {
      let position = point.position.clamped()
      let isOver = songs[song].length.map { position >= $0 } ?? false
      if position == .zero || !isOver { return .song(song, position: position) }
    }
    if let following = rest.dropFirst().first { return .song(following, position: .zero) }
    return (state.isRepeating ? beginning : nil) ?? (state.plan.outlastsSongs ? .silence : nil)
  }

  /// What plays at session time `time`, from 0, if the songs of `order` play from session time 0
  /// without a skip; `nil` if the session is over by then.
  ///
  /// What follows a song of unknown length is not known: that song plays from its beginning.
  private func entry(at time: Duration, in order: SessionOrder) -> Entry? {
    let music = state.plan.musicRests.music(until: time)
    var left = music
    // All rounds are as long as the first one.
    for isFirstRound in [true, false] {
      for (place, song) in order.songs.enumerated() {
        guard let span = span(ofSongAt: place, in: order) else {
          return .song(song, position: .zero)
        }
        if left < span { return .song(song, position: left) }
        left -= span
      }
      let round = music - left
      guard isFirstRound, state.isRepeating, round > .zero else { break }
      left = Duration(attoseconds: left.attoseconds % round.attoseconds)
    }
    return state.plan.outlastsSongs ? .silence : nil
  }

  /// From the beginning of the song at `place` to that of the next one; `nil` if that is not known.
  private func span(ofSongAt place: Int, in order: SessionOrder) -> Duration? {
    guard let length = songs[order.songs[place]].length else { return nil }
    let isLast = place == order.count - 1
    guard let next = isLast ? (state.isRepeating ? order.first : nil) : order.songs[place + 1]
    else { return length }
    return length - state.plan.overlap(of: length, with: songs[next].length ?? length)
  }

  /// The session time of `target`, and what plays there.
  private func place(
    of target: Action.SessionTarget, in order: SessionOrder
  ) throws(Refusal) -> (time: Duration, entry: Entry) {
    let time: Duration
    switch target {
    case .time(let wanted): time = wanted.clamped()
    case .part(let number):
      guard number > 0, number <= state.plan.parts.count else { throw .beyondLimit(.part) }
      time = state.plan.entrance(ofPart: number - 1)
    }
    if let end = state.plan.end, end <= time { throw .beyondEnd(end) }
    guard let entry = entry(at: time, in: order) else {
      throw .beyondEnd(
        order.songs.indices.reduce(.zero) { $0 + (span(ofSongAt: $1, in: order) ?? .zero) })
    }
    return (time, entry)
  }
}

// MARK: - Rehearsing

extension MeditationViewModel {
  /// Starts a rehearsal at session time 0.
  func rehearse() -> Verdict {
    let verdict = start(at: .time(.zero))
    if case .done = verdict { state.rehearsal = plannedRehearsal }
    return verdict
  }

  /// The rehearsal of the session as it is planned. Where it ends with its songs, their lengths say
  /// when.
  var plannedRehearsal: Rehearsal {
    let order = progress.order
    let spans = order.songs.indices.map { span(ofSongAt: $0, in: order) }
    let endsWithSongs = state.plan.length == .songs && !state.isRepeating && !spans.contains(nil)
    return Rehearsal(
      of: Timetable(
        state.plan,
        endedAt: endsWithSongs ? spans.reduce(.zero) { $0 + ($1 ?? .zero) } : nil))
  }

  /// Goes on to the next stretch of a rehearsal where one is over; ends it after the last.
  private func continueRehearsal() -> [ModeChange] {
    switch state.rehearsal?.step(at: state.elapsed) {
    case .stay, nil: return []
    case .end: return finish(.completed)
    case .jump(let time):
      return entry(at: time, in: progress.order).map { move(to: time, with: $0) }
        ?? finish(.completed)
    }
  }
}

extension Plan {
  /// The session time of the first stroke that opens a part, so that those that close the one before
  /// are not struck; where the part is over by then, that at which it begins.
  fileprivate func entrance(ofPart index: Int) -> Duration {
    let opening = opening(ofPart: index)
    return end(ofPart: index).map { $0 <= opening } ?? false ? begin(ofPart: index) : opening
  }
}

// MARK: - Events

/// A song that ends sooner counts as silent.
private let leastHeard = Duration.milliseconds(10)

extension MeditationViewModel {
  /// The state machine's table for events. Events about the whole output apply to every generation,
  /// those about bells to every generation of the session.
  func carryOut(_ event: EngineEvent) -> Verdict {
    switch event.kind {
    case .position:
      return catchingUp(with: event) { continueRehearsal() }
    case .crossed:
      return catchingUp(with: event) {
        endsSilentLoop(failed: false) ? musicEnded(naturalEnd) : crossBoundary()
      }
    case .ended:
      return catchingUp(with: event) {
        endsSilentLoop(failed: false) ? musicEnded(naturalEnd) : advance(atEnd: naturalEnd)
      }
    case .damaged(let lost):
      return catchingUp(with: event) {
        // Skipped, not listened to.
        state.position = max(state.position, (event.position + lost).clamped())
        return []
      }
    case .failed(let reason):
      return catchingUp(with: event) {
        guard let current = currentSong else { return [] }
        setFailure(reason, of: current)
        state.summary.failedCount += 1
        return endsSilentLoop(failed: true) ? musicEnded(naturalEnd) : advance(atEnd: naturalEnd)
      }
    case .deviceLost(let reason):
      return catchingUp(with: event) {
        if state.pauseCause == nil { state.pauseCause = .device(reason: reason) }
        return []
      }
    case .deviceRestored:
      guard phase == .listening else { return .drop }
      if case .device = state.pauseCause { state.pauseCause = nil }
      return .done([])
    case .underrun(let lost):
      guard progress.includes(event), phase != .picking else { return .drop }
      if phase == .listening, event.generation == state.generation { advanceClock(to: event) }
      state.summary.underrunCount += 1
      state.summary.underrunTime += lost
      return .done([])
    case .gainRefused:
      return catchingUp(with: event) { [] }
    case .noDevice, .stalled, .mixedDown, .laneFailed:
      return .done([])
    case .measuring(let percent):
      if phase == .listening, event.generation == state.generation {
        state.measured = min(max(percent ?? 0, 0), 100)
      }
      return .done([])
    case .outputFailed:
      guard phase == .listening else { return .done([]) }
      if event.generation == state.generation { advanceClock(to: event) }
      return .done(finish(.failed))
    case .cue(let cue) where cue.kind == .end:
      return catchingUp(with: event) { finish(.completed) }
    case .cue(let cue):
      guard progress.includes(event), phase != .picking else { return .drop }
      // The session time of a session that is over stays that of its end.
      if phase == .listening, event.generation == state.generation { advanceClock(to: event) }
      guard cue.kind.isStroke else { return .done([]) }
      state.summary.bellCount += 1
      state.latestStroke = cue
      return .done([])
    case .rangOut:
      return progress.includes(event) && phase == .finished ? .done([]) : .drop
    }
  }

  /// Advances to the time of `event`, then does `work`.
  ///
  /// Drops events of other generations, so that `next`, typed just as a song ends, skips only one.
  private func catchingUp(with event: EngineEvent, _ work: () -> [ModeChange]) -> Verdict {
    guard phase == .listening, event.generation == state.generation else { return .drop }
    advanceClock(to: event)
    return .done(work())
  }

  /// How a session ends now without the user.
  private var naturalEnd: SessionEnd {
    state.summary.heardCount > 0 || state.plan.outlastsSongs ? .completed : .failed
  }

  /// Counts the time since the last event. Only a jump moves the position backwards.
  private func advanceClock(to event: EngineEvent) {
    state.elapsed = max(state.elapsed, event.elapsed)
    if state.current != nil { state.gain = event.gain ?? state.gain }
    guard event.position > state.position else { return }
    state.measured = nil
    if let current = state.current {
      state.summary.listened += event.position - state.position
      if progress.hear(current) { state.summary.heardCount += 1 }
    }
    state.position = event.position
  }

  /// Counts a segment that ended.
  ///
  /// - Returns: Whether the music of a session that repeats must end, because a whole round was
  ///   silent.
  private func endsSilentLoop(failed: Bool) -> Bool {
    guard state.current != nil else { return false }
    let isSilent = failed || state.position - state.start < leastHeard
    let allAreSilent = progress.noteEnd(isSilent: isSilent)
    return state.isRepeating && allAreSilent
  }

  /// Catches up with an engine that has already crossed into the next segment.
  private func crossBoundary() -> [ModeChange] {
    guard state.next != nil else { return advance(atEnd: naturalEnd) }
    state.generation = state.generation.following
    guard let song = state.upcoming else {
      let changes = MusicPlayer.pass(from: currentSong, to: nil)
      enterSilence(nil)
      return changes
    }
    let changes = MusicPlayer.pass(from: currentSong, to: songs[song])
    state.beginningCount += 1
    enter(song, at: .zero)
    return changes
  }
}

// MARK: - Segments

extension MeditationViewModel {
  /// Session time begins at `time`, in a new count.
  func beginSession(at time: Duration) {
    state.sessionCount += 1
    state.clockStart = nil
    state.beginning = time
    state.elapsed = time
  }

  /// Makes now session time 0, if the session is settling: skipping it is the one exception to the
  /// rule that session time only passes.
  func endSettling() {
    if state.isSettling { beginSession(at: .zero) }
  }

  /// Goes on to the next segment. After the last song, that is silence if the plan goes on; else the
  /// session ends.
  func advance(atEnd end: SessionEnd) -> [ModeChange] {
    state.upcoming.map(makeCurrent) ?? musicEnded(end)
  }

  /// Continues in silence if the plan goes on; else ends the session.
  func musicEnded(_ end: SessionEnd) -> [ModeChange] {
    guard state.plan.outlastsSongs else { return finish(end) }
    let changes = MusicPlayer.pass(from: currentSong, to: nil)
    jumpToSilence(nil)
    return changes
  }

  /// Plays the song that has come to follow the silence after the music, if there is one.
  func endSilence() -> [ModeChange] {
    state.isAfterMusic ? state.upcoming.map(makeCurrent) ?? [] : []
  }

  func makeCurrent(_ song: Int) -> [ModeChange] {
    let changes = MusicPlayer.pass(from: currentSong, to: songs[song])
    jump(to: song, at: .zero)
    return changes
  }

  /// Begins a new generation: cuts off the sound and continues in `song` at `position`. A seek does
  /// not count.
  func jump(to song: Int, at position: Duration, isSeek: Bool = false) {
    beginGeneration()
    if !isSeek { state.beginningCount += 1 }
    enter(song, at: position, isSeek: isSeek)
  }

  /// Begins a new generation with silence of this length; `nil` is silence without an end.
  func jumpToSilence(_ length: Duration?) {
    beginGeneration()
    enterSilence(length)
  }

  private func beginGeneration() {
    state.generation = Generation(jump: state.generation.jump + 1)
  }

  /// Makes `song` the current one at `position`, after a jump or after the engine crossed into it.
  ///
  /// A song keeps its gain over a seek, unless the level has changed.
  func enter(_ song: Int, at position: Duration, isSeek: Bool = false) {
    if !isSeek || state.isLevelAhead { state.gain = nil }
    (state.currentLevel, state.measured) = (state.level, nil)
    state.current = song
    progress.reach(song)
    state.segment = .song(id: songs[song].id)
    updateUpcoming()
    state.start = position
    state.position = position
    clearFailure(of: songs[song])
  }

  /// Makes silence the current segment, after a jump or after the engine crossed into it.
  func enterSilence(_ length: Duration?) {
    state.current = nil
    state.segment = .silence(length: length)
    updateUpcoming()
    state.start = .zero
    state.position = .zero
    (state.currentLevel, state.gain, state.measured) = (nil, nil, nil)
  }

  /// Updates what follows the current segment.
  func updateUpcoming() {
    guard phase == .listening else {
      (state.upcoming, state.next) = (nil, nil)
      return
    }
    state.upcoming = progress.upcoming(isRepeating: state.isRepeating)
    state.next = state.upcoming.map { .song(id: songs[$0].id) } ?? silenceAfterwards
  }

  /// The silence after the last song, or after settling for a session without songs.
  private var silenceAfterwards: Segment? {
    state.plan.outlastsSongs && !state.isAfterMusic ? .silence(length: nil) : nil
  }

  /// Ends what sounds, except for bells.
  func stopMusic() {
    beginGeneration()
    state.current = nil
    state.segment = nil
    updateUpcoming()
    state.start = .zero
    state.position = .zero
    (state.currentLevel, state.gain, state.measured) = (nil, nil, nil)
    state.pauseCause = nil
  }

  private func clearFailure(of song: SongViewModel) {
    guard song.failure != nil else { return }
    setFailure(nil, of: song)
    state.summary.failedCount -= 1
  }
}
