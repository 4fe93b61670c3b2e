import MeditationCore
import Text

/// The vocabularies in which a prefix of a command is matched, one after the other.
///
/// The commands that are useful in the phase come before the others, and the parts of a plan after
/// the rest: `b` is `back` where a session can be left, and `be` is ambiguous everywhere.
enum PrefixTiers {
  /// The tiers for a line that is typed in `phase`; `nil` is any phase.
  static func commands(in phase: Phase?) -> [Vocabulary] {
    (phase.flatMap { useful[$0] } ?? []) + everything
  }

  /// The tiers for a topic of help.
  static let topics = tiers(CommandSpec.topics)

  private static let everything = tiers(CommandSpec.all)
  private static let useful = Dictionary(
    uniqueKeysWithValues: Phase.allCases.map { phase in
      (phase, tiers(CommandSpec.all.filter { $0.phases.contains(phase) }))
    })

  private static func tiers(_ specs: [CommandSpec]) -> [Vocabulary] {
    [specs.filter { !$0.isPartOfPlan }, specs].map { Vocabulary($0.map(\.name)) }
  }
}
