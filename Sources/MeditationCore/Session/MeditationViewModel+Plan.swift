import Score

/// Changes the plan.
extension MeditationViewModel {
  /// Makes all of `changes`, or refuses the first that is impossible and makes none.
  func change(_ changes: [PlanChange]) -> Verdict {
    var plan = state.plan
    for change in changes {
      if let limit = PlanLimit.exceeded(by: change) { return .refuse(.beyondLimit(limit)) }
      plan.make(change)
    }
    state.plan = plan
    return .done([])
  }
}

extension Plan {
  /// Makes `change`, which is within the limits.
  mutating func make(_ change: PlanChange) {
    switch change {
    case .length(let length): self.length = length
    case .lengthen(let time): length = .time((end ?? .zero) + time)
    case .settling(let time): settling = time
    case .opening(let count): opening = count
    case .closing(let count): closing = count
    case .bells(let bells): self.bells = bells
    case .bell(let sound): bell.sound = sound
    case .bellVolume(let percent): bell.volume = percent
    case .fade(let time): fade = time
    case .breath(let breath): self.breath = breath
    case .off: self = Plan()
    }
  }
}
