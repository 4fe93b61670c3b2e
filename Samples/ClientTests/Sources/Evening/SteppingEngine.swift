import MeditationCore
import MeditationPlan

/// An engine that is no actor and makes no sound: whoever owns it lets time pass, such as by a timer.
@MainActor public final class SteppingEngine {
  /// True if nothing more is to be heard: the time to let no more time pass.
  public private(set) var hasRungOut = true

  private let session: MeditationViewModel
  private var score: Score
  private var subscription: Subscription?
  private var generation: Generation
  private var segment: Segment?
  private var next: Segment?
  private var (position, elapsed) = (Duration.zero, Duration.zero)
  /// The session time at which it ended; `nil` before.
  private var end: Duration?
  private var stroke: Duration?

  public init(of session: MeditationViewModel) {
    (self.session, score, generation) = (session, session.score, session.score.generation)
    subscription = session.observeSettled { [weak self] in self?.follow($0.after.score) }
  }

  private func follow(_ new: Score) {
    let old = score
    score = new
    if new.generation.jump != old.generation.jump {
      (generation, segment, position) = (new.generation, new.segment, new.start)
    }
    if new.generation == generation { next = new.next }
    let isNew = new.session != old.session
    // A session that settles begins before 0.
    if isNew { (elapsed, end, hasRungOut) = (new.beginning, nil, false) }
    let ends = new.isOver && !old.isOver
    if ends { end = end ?? elapsed }
    guard isNew || ends || new.plan != old.plan else { return }
    let timetable = Timetable(new.plan, endedAt: end)
    // What is due now may not have been reported yet.
    let isDue = isNew || ends || stroke.map { $0 <= elapsed } ?? false
    stroke = (isDue ? timetable.stroke(from: elapsed) : timetable.stroke(after: elapsed))?.time
  }

  /// Lets `time` pass, as long as something plays.
  public func advance(by time: Duration) {
    var left = time
    while score.isOver ? !hasRungOut : segment != nil && score.transport == .playing {
      if reportDue() { continue }
      guard left > .zero else { return }
      let planned = [stroke, end == nil ? score.plan.end : nil].map { $0.map { $0 - elapsed } }
      let step = ([left, length.map { $0 - position }] + planned).compactMap(\.self).min() ?? left
      (position, elapsed, left) = (position + step, elapsed + step, left - step)
      report(.position)
    }
  }

  /// Reports one thing that is due now. Updates the state before it reports, because the session answers
  /// each report at once, by `follow`.
  private func reportDue() -> Bool {
    if let length, position >= length {
      let (ended, kind) = (generation, next == nil ? EngineEvent.Kind.ended : .crossed)
      (generation, segment, next, position) = (ended.following, next, nil, .zero)
      report(kind, of: ended, at: length)
    } else if end == nil, let planned = score.plan.end, planned <= elapsed {
      end = planned
      report(.cue(.end(of: score.plan, at: planned)))
    } else if let due = stroke, due <= elapsed {
      let timetable = Timetable(score.plan, endedAt: end)
      stroke = timetable.stroke(after: due)?.time
      let session = score.session
      // The answer to the first of two may be a jump.
      for cue in timetable.strokes(at: due) where score.session == session { report(.cue(cue)) }
    } else if score.isOver, stroke == nil {
      hasRungOut = true
      report(.rangOut)
    } else {
      return false
    }
    return true
  }

  /// The length of the segment; `nil` if it has no end.
  private var length: Duration? {
    switch segment {
    case .song(let id): session.song(id: id)?.length
    case .silence(let length): length
    case nil: nil
    }
  }

  private func report(
    _ kind: EngineEvent.Kind, of ended: Generation? = nil, at end: Duration? = nil
  ) {
    session.receive(
      EngineEvent(
        generation: ended ?? generation, position: end ?? position, elapsed: elapsed, kind: kind))
  }
}
