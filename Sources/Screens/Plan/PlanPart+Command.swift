import CommandLanguage
import MeditationCore
import Score

extension PlanPart {
  /// The command that gives this part its value in `plan`. A long list of times is shortened.
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
