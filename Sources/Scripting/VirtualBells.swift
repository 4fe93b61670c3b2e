import Score

/// Session time, and the strokes and the end of a session, on a virtual clock.
struct VirtualBells {
  /// The session time.
  private(set) var elapsed = Duration.zero
  /// Whether the session is over and closing strokes are to come, or `rangOut` is.
  var ringsOut: Bool { endedAt != nil && !hasRungOut }

  private var score: Score?
  private var timetable = Timetable(Plan())
  /// When the session ended; `nil` before.
  private var endedAt: Duration?
  private var hasRungOut = false
  /// When bells are struck next.
  private var next: Duration?

  /// Adopts `score`.
  mutating func follow(_ score: Score) {
    let (old, isNew) = (self.score, score.session != self.score?.session)
    self.score = score
    if isNew {
      elapsed = score.beginning
      (endedAt, hasRungOut) = (nil, false)
    }
    if score.segment == nil, !score.isOver {
      endedAt = nil
      next = nil
    } else if score.isOver, endedAt == nil {
      end()
    } else if isNew || score.plan != old?.plan {
      // What was due now has been struck, unless it still waits.
      let isDueNow = isNew || next.map { $0 <= elapsed } ?? false
      timetable = Timetable(score.plan, endedAt: endedAt)
      next = (isDueNow ? timetable.stroke(from: elapsed) : timetable.stroke(after: elapsed))?.time
    }
  }

  /// How long nothing happens; `nil` if nothing is to come.
  var quiet: Duration? {
    let end = endedAt == nil ? score?.plan.end : nil
    return [next, end].compactMap { $0 }.min().map { max($0 - elapsed, .zero) }
  }

  /// Advances session time.
  mutating func pass(_ time: Duration) { elapsed += time }

  /// The next thing that is due now: a stroke, the end, or that the bells have rung out.
  mutating func takeDue() -> [EngineEvent.Kind] {
    guard let score else { return [] }
    if endedAt == nil, let end = score.plan.end, end <= elapsed {
      self.end()
      return [.cue(Cue(.end, at: end))]
    }
    if let next, next <= elapsed {
      self.next = timetable.stroke(after: next)?.time
      return timetable.strokes(at: next).map { .cue($0) }
    }
    guard ringsOut, next == nil else { return [] }
    hasRungOut = true
    return score.plan.isOfSongsAlone ? [] : [.rangOut]
  }

  /// The session ends now.
  private mutating func end() {
    endedAt = elapsed
    timetable = Timetable(score?.plan ?? Plan(), endedAt: elapsed)
    next = timetable.stroke(from: elapsed)?.time
  }
}
