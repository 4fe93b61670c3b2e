import Score

/// A song that ends sooner counts as silent.
private let leastHeard = Duration.milliseconds(10)

extension MeditationViewModel {
  /// The state machine's table for events. Events about the whole output apply to every generation,
  /// those about bells to every generation of the session.
  func carryOut(_ event: EngineEvent) -> Verdict {
    switch event.kind {
    case .position:
      return catchingUp(with: event) { [] }
    case .crossed:
      return catchingUp(with: event) {
        endsSilentLoop(failed: false) ? endMusic(endByItself) : follow()
      }
    case .ended:
      return catchingUp(with: event) {
        endsSilentLoop(failed: false) ? endMusic(endByItself) : goOn(atEnd: endByItself)
      }
    case .damaged(let lost):
      return catchingUp(with: event) {
        // Skipped, not listened to.
        state.position = max(state.position, event.position + lost)
        return []
      }
    case .failed(let reason):
      return catchingUp(with: event) {
        guard let current = currentSong else { return [] }
        setFailure(reason, of: current)
        state.summary.failedCount += 1
        return endsSilentLoop(failed: true) ? endMusic(endByItself) : goOn(atEnd: endByItself)
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
      guard isOfThisSession(event), phase != .picking else { return .drop }
      if phase == .listening, event.generation == state.generation { moveOn(with: event) }
      state.summary.underrunCount += 1
      state.summary.underrunTime += lost
      return .done([])
    case .noDevice, .stalled, .mixedDown:
      return .done([])
    case .measuring(let percent):
      if phase == .listening, event.generation == state.generation {
        state.measured = min(max(percent ?? 0, 0), 100)
      }
      return .done([])
    case .outputFailed:
      guard phase == .listening else { return .done([]) }
      if event.generation == state.generation { moveOn(with: event) }
      return .done(finish(.failed))
    case .cue(let cue) where cue.kind == .end:
      return catchingUp(with: event) { finish(.completed) }
    case .cue(let cue):
      guard isOfThisSession(event), phase != .picking else { return .drop }
      // The session time of a session that is over stays that of its end.
      if phase == .listening, event.generation == state.generation { moveOn(with: event) }
      state.summary.bellCount += 1
      state.latestStroke = cue
      return .done([])
    case .rangOut:
      return isOfThisSession(event) && phase == .finished ? .done([]) : .drop
    }
  }

  /// Advances to the time of `event`, then does `work`.
  ///
  /// Drops events of other generations, so that `next`, typed just as a song ends, skips only one.
  private func catchingUp(with event: EngineEvent, _ work: () -> [ModeChange]) -> Verdict {
    guard phase == .listening, event.generation == state.generation else { return .drop }
    moveOn(with: event)
    return .done(work())
  }

  /// Whether `event` is one of the present session, or of the latest.
  private func isOfThisSession(_ event: EngineEvent) -> Bool {
    event.generation.jump >= firstJump
  }

  /// How a session ends now without the user.
  private var endByItself: SessionEnd {
    state.summary.heardCount > 0 || state.plan.outlastsSongs ? .completed : .failed
  }

  /// Counts the time since the last event. Only a jump moves the position backwards.
  private func moveOn(with event: EngineEvent) {
    state.elapsed = max(state.elapsed, event.elapsed)
    if state.current != nil { state.gain = event.gain ?? state.gain }
    guard event.position > state.position else { return }
    state.measured = nil
    if let current = state.current {
      state.summary.listened += event.position - state.position
      if heard.insert(current).inserted { state.summary.heardCount += 1 }
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
    silentCount = isSilent ? silentCount + 1 : 0
    return state.isRepeating && silentCount >= order.count
  }

  /// Catches up with an engine that has already crossed into the next segment.
  private func follow() -> [ModeChange] {
    guard state.next != nil else { return goOn(atEnd: endByItself) }
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
