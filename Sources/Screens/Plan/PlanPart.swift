public import CommandLanguage
import MeditationCore
import Score

/// A part of a plan, which one command sets.
public enum PlanPart: CaseIterable, Hashable, Sendable {
  case length, settling, opening, closing, bells, bell, bellVolume, fade, breath, breathVolume
  case repeats, crossfade

  /// The part that `step` sets; `nil` if it sets all, or the volume or level, which have their own
  /// answers.
  public init?(_ step: PlanStep) {
    switch step {
    case .change(let change): self.init(change)
    case .randomBells: self = .bells
    }
  }

  private init?(_ change: PlanChange) {
    switch change {
    case .length, .lengthen: self = .length
    case .settling: self = .settling
    case .opening: self = .opening
    case .closing: self = .closing
    case .bells: self = .bells
    case .bell: self = .bell
    case .bellVolume: self = .bellVolume
    case .fade: self = .fade
    case .breath: self = .breath
    case .breathVolume: self = .breathVolume
    case .repeat: self = .repeats
    case .crossfade: self = .crossfade
    case .volume, .level, .off: return nil
    }
  }

  /// The change that gives this part its value in `plan`.
  func change(to plan: Plan) -> PlanChange {
    switch self {
    case .length: .length(plan.length)
    case .settling: .settling(plan.settling)
    case .opening: .opening(plan.opening)
    case .closing: .closing(plan.closing)
    case .bells: .bells(plan.bells)
    case .bell: .bell(plan.bell.sound)
    case .bellVolume: .bellVolume(plan.bell.volume)
    case .fade: .fade(plan.fade)
    case .breath: .breath(plan.breath)
    case .breathVolume: .breathVolume(plan.breathVolume)
    case .repeats: .repeat(plan.repeats)
    case .crossfade: .crossfade(plan.crossfade)
    }
  }

  /// The parts in which `old` and `new` differ.
  static func changed(from old: Plan, to new: Plan) -> [PlanPart] {
    allCases.filter { $0.change(to: old) != $0.change(to: new) }
  }
}
