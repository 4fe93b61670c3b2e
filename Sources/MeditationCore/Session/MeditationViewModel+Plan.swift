import Score

/// Changes the plan.
extension MeditationViewModel {
  /// Makes all of `changes`, or refuses the first that is impossible and makes none.
  func change(_ changes: [PlanChange]) -> Verdict {
    var plan = state.plan
    for change in changes {
      if let limit = PlanLimit.exceeded(by: change) { return .refuse(.beyondLimit(limit)) }
      if isPast(change) { return .refuse(.planPassed) }
      plan.make(change, at: phase == .listening ? max(state.elapsed, .zero) : .zero)
    }
    if phase == .listening { plan.keepPast(of: state.plan, isSettling: state.isSettling) }
    // 'plan off' in silence is about the bells: it does not end the session.
    if state.isSilent, changes.contains(.off), !plan.outlastsSongs {
      plan.length = state.plan.length
    }
    guard plan != state.plan else { return .done([]) }
    if let end = plan.end {
      if end > PlanLimit.longest { return .refuse(.beyondLimit(.length)) }
      if end <= .zero, phase != .listening || state.elapsed <= .zero {
        return .refuse(.beyondLimit(.length))
      }
    }
    if phase == .listening {
      // The plan stays for the next start.
      if let end = plan.end, end <= state.elapsed { return .done(finish(.completed)) }
      if !plan.outlastsSongs, order.first == nil { return .refuse(.nothingFollows) }
    }
    history.note(.planned(state.plan))
    return .done(adopt(plan))
  }

  /// The empty plan with `changes`.
  ///
  /// - Throws: The limit that a change exceeds.
  func emptyPlan(with changes: [PlanChange]) throws(Refusal) -> Plan {
    var plan = Plan()
    for change in changes {
      if let limit = PlanLimit.exceeded(by: change) { throw .beyondLimit(limit) }
      plan.make(change, at: .zero)
    }
    if let end = plan.end, end <= .zero || end > PlanLimit.longest { throw .beyondLimit(.length) }
    return plan
  }

  /// Undoes or redoes a change of the plan since the session started; nothing else can be after it.
  func takeAfterEnd(_ step: PickingHistory.Step) -> Verdict {
    guard case .planned(let plan)? = history.latest(to: step) else {
      return .refuse(.sessionFinished)
    }
    history.take(step, reversal: .planned(state.plan))
    return .done(adopt(plan))
  }

  /// Undoes or redoes a change of the plan while listening, or refuses if it concerns what has
  /// happened.
  func restore(_ plan: Plan) -> Verdict {
    if !state.isSettling {
      let isPast = plan.end.map { $0 <= state.elapsed } ?? false
      if isPast || plan.opening != state.plan.opening { return .refuse(.planPassed) }
      if !plan.outlastsSongs, order.first == nil { return .refuse(.nothingFollows) }
    }
    return .done(adopt(plan))
  }

  /// Makes `plan` the plan, and ends a silence that is there only because the old one said so.
  private func adopt(_ plan: Plan) -> [ModeChange] {
    let beginsAgain = plan.repeats && !state.plan.repeats
    changeLevel { state.plan = plan }
    updateUpcoming()
    if state.isAfterMusic, !plan.outlastsSongs { return goOn(atEnd: .completed) }
    return beginsAgain ? goOnAfterSilence() : []
  }

  /// Whether `change` is about what has happened already.
  private func isPast(_ change: PlanChange) -> Bool {
    guard phase == .listening else { return false }
    return switch change {
    case .settling: true
    case .opening: !state.isSettling
    case .length(.time(let end)): end <= state.elapsed
    case .length, .lengthen, .closing, .bells, .bell, .bellVolume, .fade, .breath, .breathVolume,
      .repeat, .crossfade, .volume, .level, .off:
      false
    }
  }
}

extension Plan {
  /// Keeps what `old` says about what has happened.
  fileprivate mutating func keepPast(of old: Plan, isSettling: Bool) {
    settling = old.settling
    if !isSettling { opening = old.opening }
  }

  /// Makes `change`, which is within the limits, in a session that has come to `time`.
  fileprivate mutating func make(_ change: PlanChange, at time: Duration) {
    switch change {
    case .length(let length): self.length = length
    case .lengthen(let offset): length = .time(max((end ?? time) + offset, .zero))
    case .settling(let time): settling = time
    case .opening(let count): opening = count
    case .closing(let count): closing = count
    case .bells(let bells): self.bells = bells
    case .bell(let sound): bell.sound = sound
    case .bellVolume(let percent): bell.volume = percent
    case .fade(let time): fade = time
    case .breath(let breath): self.breath = breath
    case .breathVolume(let percent): breathVolume = percent
    case .repeat(let repeats): self.repeats = repeats
    case .crossfade(let time): crossfade = time
    case .volume(let percent): volume = percent
    case .level(let level): self.level = level
    case .off: self = Plan()
    }
  }
}
