import MeditationCore
import Text

/// The vocabularies in which a prefix of a command is matched, one after the other.
///
/// The commands that are useful in the phase come before the others, and the parts of a plan after
/// the rest: `b` is `back` where a session can be left, and `be` is ambiguous everywhere. Those of
/// the practice, and those that came late, are last of all, so that `n`, `s`, `h` and `l` mean what
/// they always did.
enum PrefixTiers {
  /// The tiers for a line that is typed in `phase`; `nil` is any phase.
  static func commands(in phase: Phase?) -> [Vocabulary] {
    (phase.flatMap { useful[$0] } ?? []) + everything
      + (phase.flatMap { practiceNow[$0] } ?? []) + [practice, latest]
  }

  /// The tiers for a topic of help.
  static let topics = tiers(CommandSpec.topics) + [practice, latest]

  private static let everything = tiers(CommandSpec.all)
  private static let useful = Dictionary(
    uniqueKeysWithValues: Phase.allCases.map { phase in
      (phase, tiers(CommandSpec.all.filter { $0.phases.contains(phase) }))
    })

  private static let last = CommandSpec.all.filter { $0.isLast && !$0.yieldsToAll }
  private static let latest = Vocabulary(CommandSpec.all.filter(\.yieldsToAll).map(\.name))
  private static let practice = Vocabulary(last.map(\.name))
  private static let practiceNow = Dictionary(
    uniqueKeysWithValues: Phase.allCases.map { phase in
      let useful = last.filter { $0.phases.contains(phase) }
      return (phase, [Vocabulary(useful.map(\.name))])
    })

  private static func tiers(_ specs: [CommandSpec]) -> [Vocabulary] {
    let others = specs.filter { !$0.isLast }
    return [others.filter { !$0.isPartOfPlan }, others].map { Vocabulary($0.map(\.name)) }
  }
}

extension CommandSpec {
  fileprivate var isLast: Bool { isPractice || yieldsPrefixes }
}
