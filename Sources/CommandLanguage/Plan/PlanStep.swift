public import MeditationCore
import Score

/// One part of a line of the plan's notation.
public enum PlanStep: Hashable, Sendable {
  case change(PlanChange)
  /// Bells at random times, with a seed that is chosen when the command is performed.
  case randomBells(count: Int)

  /// The change of the plan; `drawSeed` chooses a seed if the step gives none.
  public func change(drawingSeed drawSeed: () -> Int) -> PlanChange {
    switch self {
    case .change(let change): change
    case .randomBells(let count): .bells(.random(count: count, seed: drawSeed()))
    }
  }
}
