import MeditationCore
import MeditationPlan
import MeditationPractice

/// Starts sessions whose plan begins at a time of day, ends those with an `until`, and keeps both
/// right by the system's clock when it is set, the machine sleeps or the session is paused.
@MainActor final class BeginKeeper {
  /// How long after its beginning a session without a length can be joined.
  private static let longestDelay = Duration.seconds(3600)
  /// The engine corrects smaller errors itself, and reports what will be heard a little later.
  private static let tolerance = Duration.seconds(-3)...Duration.seconds(3)

  private let session: MeditationViewModel
  private let clock: WallClock
  /// False where a wait takes no time.
  private let waits: Bool
  /// The time of day at which the session ends, and that moment; `nil` if it ends otherwise.
  private var end: (until: TimeOfDay, moment: Duration)?
  /// A beginning that was given as a wait, and its moment, which never counts as passed.
  private var awaited: (begin: TimeOfDay, zero: Duration)?

  init(_ session: MeditationViewModel, _ services: PracticeServices) {
    (self.session, clock, waits) = (session, services.clock, services.waitsForClock)
  }

  /// Starts a session of the picked songs: at once, or by the clock if the plan says so.
  func start() -> Outcome {
    guard waits, let begin = session.state.plan.begin else { return session.perform(.start) }
    return start(begin, at: clock.now())
  }

  /// Notes the waits in `steps`, which change the plan at `now`.
  func note(_ steps: [PlanStep], at now: Moment) {
    for step in steps {
      guard case .beginAfter(let wait) = step,
        case .begin(let begin?) = step.change(at: now.timeOfDay, drawingSeed: { 0 })
      else { continue }
      // The time of day has whole seconds.
      let whole = Duration.seconds(now.sinceEpoch.components.seconds + wait.components.seconds)
      awaited = (begin, whole)
    }
  }

  /// Follows a change of the plan, and a pause.
  func follow(_ change: SessionChange) {
    let (before, after) = (change.before, change.after)
    // Its own change needs no answer: an end within an earlier part changes nothing.
    if case .action(.endByClock) = change.cause {} else { followEnd(before, after) }
    guard waits, before.phase == .listening, after.phase == .listening, after.isSettling,
      before.plan.begin != after.plan.begin
    else { return }
    if let begin = after.plan.begin {
      _ = start(begin, at: clock.now())
    } else if before.clockStart != nil {
      session.perform(.next)
    }
  }

  private func followEnd(_ before: SessionState, _ after: SessionState) {
    guard after.phase == .listening, after.rehearsal == nil, let until = after.plan.until else {
      return end = nil
    }
    if before.sessionCount != after.sessionCount || end?.until != until {
      let now = clock.now()
      // For a session that begins, the first time after its beginning.
      let isNew = before.phase != .listening || after.elapsed < .zero
      let first = isNew ? now.sinceEpoch - after.elapsed : now.sinceEpoch
      end = (until, next(until, after: first, at: now))
    }
    let isResumed = before.transport == .paused && after.transport == .playing
    if after.plan.awaitsClock || isResumed || before.sessionCount != after.sessionCount {
      keepEnd(clock.now())
    }
  }

  /// Ends the session, if it should have ended by `now`.
  private func keepEnd(_ now: Moment) {
    guard let end, session.state.transport == .playing else { return }
    session.perform(.endByClock(session.state.elapsed + end.moment - now.sinceEpoch))
  }

  /// The first moment after `first` at which clocks show `time`.
  private func next(_ time: TimeOfDay, after first: Duration, at now: Moment) -> Duration {
    (-1...2).lazy.map { [clock] in
      clock.moment(secondOfDay: time.second, on: now.date.adding($0)).sinceEpoch
    }.first { $0 > first } ?? first
  }

  /// Corrects session time by the clock while the session waits or has an `until`.
  func keepTime() {
    let state = session.state
    if waits, let end, state.transport == .playing {
      let now = clock.now()
      let error = state.plan.end.map { $0 - state.elapsed - (end.moment - now.sinceEpoch) }
      let isRight = error.map { Self.tolerance.contains($0) } ?? false
      if !isRight, state.plan.end != nil || now.sinceEpoch >= end.moment { keepEnd(now) }
    }
    guard waits, let old = state.clockStart, state.isSettling, state.transport == .playing,
      let begin = state.plan.begin
    else { return }
    let now = clock.now()
    let start = beginning(begin, at: now)
    let isRight =
      old.zero == start.zero && Self.tolerance.contains(now.sinceEpoch - start.zero - state.elapsed)
    if !isRight { _ = self.start(begin, at: now) }
  }

  private func start(_ begin: TimeOfDay, at now: Moment) -> Outcome {
    let outcome = session.perform(.startByClock(beginning(begin, at: now), now: now.sinceEpoch))
    guard case .refused(.beyondEnd) = outcome else { return outcome }
    // Its songs would have ended by now.
    return session.perform(.startByClock(tomorrow(begin, after: now), now: now.sinceEpoch))
  }

  /// When a session begins that is started at `now`: at the beginning of one that would still go
  /// on, or the next time that `begin` comes.
  private func beginning(_ begin: TimeOfDay, at now: Moment) -> ClockStart {
    if let awaited, awaited.begin == begin, now.sinceEpoch < awaited.zero {
      let today = clock.moment(secondOfDay: 86_399, on: now.date).sinceEpoch
      return ClockStart(zero: awaited.zero, isNextDay: awaited.zero > today)
    }
    for day in [-1, 0] {
      let start = start(begin, on: now.date.adding(day))
      let plan = session.state.plan
      let length =
        plan.until.map { next($0, after: start.zero, at: now) - start.zero }
        ?? plan.end ?? Self.longestDelay
      // Yesterday's may go on past midnight.
      if now.sinceEpoch - start.zero < length { return start }
    }
    return tomorrow(begin, after: now)
  }

  private func tomorrow(_ begin: TimeOfDay, after now: Moment) -> ClockStart {
    var start = start(begin, on: now.date.adding(1))
    start.isNextDay = true
    return start
  }

  private func start(_ begin: TimeOfDay, on date: CivilDate) -> ClockStart {
    let shown = clock.secondShown(insteadOf: begin.second, on: date)
    return ClockStart(
      zero: clock.moment(secondOfDay: begin.second, on: date).sinceEpoch,
      moved: shown.flatMap { TimeOfDay(second: $0) })
  }
}

extension Moment {
  var timeOfDay: TimeOfDay { TimeOfDay.midnight.after(.seconds(secondOfDay)) }

  /// Since 1970-01-01 00:00 UTC.
  fileprivate var sinceEpoch: Duration { .milliseconds(milliseconds) }
}
