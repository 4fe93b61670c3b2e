import MeditationPlan

/// A point to which a session can be advanced, by its word in scripts.
package enum Milestone: String, CaseIterable, Sendable {
  case endOfSong = "end-of-song"
  case endOfSession = "end-of-session"
  case bell
  case part
}

@MainActor package struct PendingMilestone: Sendable {
  private let milestone: Milestone
  private let session: MeditationViewModel
  private let endsUnknownLengths: Bool
  private let before: SessionState
  /// True if the session ends even with repeat on, because all its songs have length 0.
  private let isEmptyRound: Bool

  /// With `endsUnknownLengths`, songs of unknown length are taken to end.
  package init(
    _ milestone: Milestone, of session: MeditationViewModel, endsUnknownLengths: Bool = false
  ) {
    self.milestone = milestone
    self.session = session
    self.endsUnknownLengths = endsUnknownLengths
    before = session.state
    isEmptyRound = !session.songs.contains { song in
      song.mode.isInSession && song.length.map { $0 > .zero } ?? true
    }
  }

  private var part: Int { before.plan.part(at: before.elapsed) }

  package var isReached: Bool {
    switch milestone {
    case .endOfSong: session.state.generation != before.generation
    case .endOfSession: session.phase == .finished
    case .bell: session.state.summary.bellCount > before.summary.bellCount
    case .part:
      session.state.plan.part(at: session.state.elapsed) != part
        || before.isSettling && !session.state.isSettling
    }
  }

  /// Why it can never be reached; `nil` if it can.
  package var obstacle: String? { obstacle(to: milestone) }

  private func obstacle(to milestone: Milestone) -> String? {
    switch (milestone, session.phase, session.transport) {
    // The closing strokes of a session that ends with a song are known only at that end.
    case (.bell, .listening, .playing)
    where session.state.nextStroke == nil && !session.state.plan.closing.isNone
      && obstacle(to: .endOfSession) == nil:
      nil
    case (.bell, .finished, _) where session.state.nextStroke == nil:
      "waits forever: the session is over, and no bell is to come."
    case (.bell, _, _) where session.state.nextStroke == nil:
      "waits forever: no bell is to come."
    case (.bell, .listening, .playing), (.bell, .finished, _): nil
    case (.part, .listening, .playing):
      part == session.state.plan.parts.count - 1 && !before.isSettling
        ? "waits forever: no part is to come." : nil
    case (.endOfSong, .listening, .playing): obstacleToEndOfSegment
    case (.endOfSession, .listening, .playing) where session.state.finishesAfterSong:
      obstacleToEndOfSegment
    case (.endOfSession, .listening, .playing):
      switch session.state.plan.length {
      case .time: session.state.isPlayingOut ? obstacleToEndOfSegment : nil
      case .open: "waits forever: the session is open. Use 'finish' or 'for 20m'."
      case .songs:
        session.state.isRepeating && !isEmptyRound
          ? "waits forever: the session repeats. Use 'repeat off'." : obstacleToEndOfSegment
      }
    case (_, .listening, .paused): "waits forever: the session is paused. Use 'play'."
    case (_, .picking, _), (_, .finished, _), (_, _, nil): "waits forever: nothing is playing."
    }
  }

  /// Why the current song or silence never ends; `nil` if it does.
  private var obstacleToEndOfSegment: String? {
    guard session.state.soundingPlan.end == nil else { return nil }
    if session.state.plan.musicRests.rest(at: session.state.elapsed)?.upperBound == MusicRests.never
    {
      return "waits forever: the music is off until 'music on'."
    }
    if let song = session.currentSong {
      return song.length == nil && !endsUnknownLengths
        ? "waits forever: the length of the current song is unknown." : nil
    }
    return session.state.isSettling ? nil : "waits forever: there is silence until 'finish'."
  }

  /// Lets time pass until the session has reached it.
  ///
  /// - Parameter advance: Advances the time. It asks `isEnough` after each event, and stops if that
  ///   returns `true`.
  /// - Returns: Why it can never be reached; `nil` when it is.
  package func reach(by advance: (_ time: Duration, _ isEnough: () -> Bool) -> Void) -> String? {
    while !isReached {
      if let obstacle { return obstacle }
      var hasEvents = false
      advance(VirtualClock.longestStep) {
        hasEvents = true
        return isReached || obstacle != nil
      }
      // Everything that plays reports its position.
      guard hasEvents || isReached else { return "waits forever: nothing happens any more." }
    }
    return nil
  }
}
