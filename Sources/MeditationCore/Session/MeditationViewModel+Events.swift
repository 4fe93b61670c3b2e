import Score

/// Of a song that is over before this, nothing was heard.
private let leastHeard = Duration.milliseconds(10)

extension MeditationViewModel {
  /// The state machine's table for events. One about the output as a whole holds for every stretch
  /// of playing.
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
    case .noDevice, .stalled:
      return .done([])
    case .outputFailed:
      guard phase == .listening else { return .done([]) }
      if event.generation == state.generation { moveOn(to: event.position) }
      return .done(finish(.failed))
    }
  }

  /// Moves on to the position of `event`, then does `work` with the current song.
  ///
  /// An event about another stretch of playing than the present is dropped, so that `next`, typed
  /// as a song ends, never skips two.
  private func catchingUp(
    with event: EngineEvent, _ work: (_ current: Int) -> [ModeChange]
  ) -> Verdict {
    guard let current = state.current, event.generation == state.generation else { return .drop }
    moveOn(to: event.position)
    return .done(work(current))
  }

  /// The end of a session that is over by itself now.
  private var endByItself: SessionEnd { state.summary.heardCount > 0 ? .completed : .failed }

  /// Counts what was heard since the last event. A position never goes backwards but by a jump.
  private func moveOn(to position: Duration) {
    guard let current = state.current, position > state.position else { return }
    state.summary.listened += position - state.position
    state.position = position
    if heard.insert(current).inserted { state.summary.heardCount += 1 }
  }

  /// Counts a song that is over. A whole round of songs that failed, or were over at once, ends
  /// even a session that repeats: it would go round for ever, and nothing would be heard.
  private func endsSilentLoop(failed: Bool) -> Bool {
    let isSilent = failed || state.position - state.start < leastHeard
    silentCount = isSilent ? silentCount + 1 : 0
    return state.isRepeating && silentCount >= order.count
  }

  /// Catches up with an engine that crossed into the upcoming song by itself.
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
