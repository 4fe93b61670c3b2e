import Score

/// A song that ends sooner counts as silent.
private let leastHeard = Duration.milliseconds(10)

extension MeditationViewModel {
  /// The state machine's table for events. Events about the whole output apply to every generation.
  func carryOut(_ event: EngineEvent) -> Verdict {
    switch event.kind {
    case .position:
      return catchingUp(with: event) { _ in [] }
    case .crossed:
      return catchingUp(with: event) { _ in
        endsSilentLoop(failed: false) ? finish(endByItself) : follow()
      }
    case .ended:
      return catchingUp(with: event) { _ in
        endsSilentLoop(failed: false) ? finish(endByItself) : goOn(atEnd: endByItself)
      }
    case .failed(let reason):
      return catchingUp(with: event) { current in
        songs[current].failure = reason
        state.summary.failedCount += 1
        return endsSilentLoop(failed: true) ? finish(endByItself) : goOn(atEnd: endByItself)
      }
    case .deviceLost(let reason):
      return catchingUp(with: event) { _ in
        if state.pauseCause == nil { state.pauseCause = .device(reason: reason) }
        return []
      }
    case .deviceRestored:
      guard phase == .listening else { return .drop }
      if case .device = state.pauseCause { state.pauseCause = nil }
      return .done([])
    case .noDevice, .stalled, .cue, .rangOut:
      return .done([])
    case .outputFailed:
      guard phase == .listening else { return .done([]) }
      if event.generation == state.generation { moveOn(to: event.position) }
      return .done(finish(.failed))
    }
  }

  /// Advances to the position of `event`, then calls `work` with the current song.
  ///
  /// Drops events of other generations, so that `next`, typed just as a song ends, skips only one.
  private func catchingUp(
    with event: EngineEvent, _ work: (_ current: Int) -> [ModeChange]
  ) -> Verdict {
    guard let current = state.current, event.generation == state.generation else { return .drop }
    moveOn(to: event.position)
    return .done(work(current))
  }

  /// How a session ends now without the user.
  private var endByItself: SessionEnd { state.summary.heardCount > 0 ? .completed : .failed }

  /// Counts the time heard since the last event. Only a jump moves the position backwards.
  private func moveOn(to position: Duration) {
    guard let current = state.current, position > state.position else { return }
    state.summary.listened += position - state.position
    state.position = position
    if heard.insert(current).inserted { state.summary.heardCount += 1 }
  }

  /// Counts a song that ended.
  ///
  /// - Returns: Whether a session that repeats must end, because a whole round was silent.
  private func endsSilentLoop(failed: Bool) -> Bool {
    let isSilent = failed || state.position - state.start < leastHeard
    silentCount = isSilent ? silentCount + 1 : 0
    return state.isRepeating && silentCount >= order.count
  }

  /// Catches up with an engine that has already crossed into the upcoming song.
  private func follow() -> [ModeChange] {
    guard let current = state.current, let next = state.upcoming else {
      return goOn(atEnd: endByItself)
    }
    let changes = MusicPlayer.pass(from: songs[current], to: songs[next])
    state.generation = state.generation.following
    enter(next, at: .zero)
    return changes
  }
}
