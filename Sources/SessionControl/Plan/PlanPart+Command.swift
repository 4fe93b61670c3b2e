import CommandLanguage
import MeditationCore
import Score

extension PlanPart {
  /// The line that sets this part as it is in `plan`; of many times, the first ones.
  func command(in plan: Plan) -> String {
    guard self == .bells, case .at(let times) = plan.bells, times.count > Self.mostTimes else {
      return Self.line(change(to: plan))
    }
    return Self.line(.bells(.at(Array(times.sorted().prefix(Self.mostTimes))))) + " …"
  }

  private static func line(_ change: PlanChange) -> String {
    PlanText.line(of: [.change(change)])
  }
}
