/// Of a song that is over before this, nothing was heard.
private let leastHeard = Duration.milliseconds(10)

extension MeditationViewModel {
  /// What a piece of news comes to. One about another stretch of playing is dropped, so that
  /// `next`, typed as a song ends, never skips two. A device that is back is back for all.
  func carryOut(_ event: EngineEvent) -> Verdict {
    guard let current = state.current,
      event.generation == state.generation || event.kind == .deviceRestored
    else { return .drop }
    switch event.kind {
    case .position:
      moveOn(to: event.position)
      return .done([])
    case .crossed:
      moveOn(to: event.position)
      return .done(endsBarrenRound(failed: false) ? finish() : follow())
    case .ended:
      moveOn(to: event.position)
      return .done(endsBarrenRound(failed: false) ? finish() : goOn())
    case .failed(let reason):
      moveOn(to: event.position)
      songs[current].failure = reason
      state.summary.failedCount += 1
      return .done(endsBarrenRound(failed: true) ? finish() : goOn())
    case .deviceLost(let reason):
      moveOn(to: event.position)
      if state.pauseCause == nil { state.pauseCause = .device(reason: reason) }
      return .done([])
    case .deviceRestored:
      if case .device = state.pauseCause { state.pauseCause = nil }
      return .done([])
    }
  }

  /// Counts what was heard since the last news. A position never goes backwards but by a jump.
  private func moveOn(to position: Duration) {
    guard let current = state.current, position > state.position else { return }
    state.summary.listened += position - state.position
    state.position = position
    if heard.insert(current).inserted { state.summary.heardCount += 1 }
  }

  /// Counts a song that is over. A whole round of songs that failed, or were over at once, ends
  /// even a session that repeats: it would go round for ever, and nothing would be heard.
  private func endsBarrenRound(failed: Bool) -> Bool {
    let isBarren = failed || state.position - state.start < leastHeard
    barrenCount = isBarren ? barrenCount + 1 : 0
    return state.isRepeating && barrenCount >= order.count
  }

  /// Catches up with an engine that crossed into the upcoming song by itself.
  private func follow() -> [ModeChange] {
    guard let current = state.current, let next = state.upcoming else { return goOn() }
    let changes = MusicPlayer.pass(from: songs[current], to: songs[next])
    state.generation.leg += 1
    enter(next, at: .zero)
    return changes
  }
}
