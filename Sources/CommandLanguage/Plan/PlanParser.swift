import MeditationCore
import Text

/// Parses lines of the plan's notation.
enum PlanParser {
  /// The names of the parts of a plan.
  static let names = CommandSpec.clauses.map(\.name)
  private static let vocabulary = Vocabulary(names)
  /// A prefix means one of the first before it means one of the second.
  private static let tiers = [
    Vocabulary(CommandSpec.clauses.filter { !$0.yieldsPrefixes }.map(\.name)), vocabulary,
  ]

  /// The command in `line`, whose first word means `spec`. That word alone shows what it sets.
  static func command(
    _ line: Substring, beginning spec: CommandSpec
  ) throws(CommandError) -> Command {
    let parts = try PlanLexer.parts(of: line)
    if parts.count == 1, parts[0].count == 1 {
      var nothing = Arguments(of: spec, [])
      return try spec.parse(&nothing)
    }
    return .plan(try steps(of: parts, beginning: spec))
  }

  /// The step in each of `parts`.
  ///
  /// - Parameter first: What the first word means; `nil` if it is only known to be of a plan.
  static func steps(
    of parts: [[Substring]], beginning first: CommandSpec? = nil
  ) throws(CommandError) -> [PlanStep] {
    var steps: [PlanStep] = []
    var known = first
    for words in joiningTimes(parts) {
      // `off` in front begins with an empty plan.
      if known == nil, steps.isEmpty, words.count == 1, words[0].lowercased() == "off" {
        steps.append(.change(.off))
        continue
      }
      let spec = if let known { known } else { try spec(named: words[0]) }
      known = nil
      var arguments = Arguments(of: spec, words.dropFirst())
      guard case .plan(let parsed) = try spec.parse(&arguments) else {
        throw .missing(command: spec.name, needs: "a value, such as '\(spec.example)'")
      }
      steps += parsed
    }
    return steps
  }

  /// `parts`, where a list of times with commas, as in `bells at 5m, 12:30`, is one part.
  private static func joiningTimes(_ parts: [[Substring]]) -> [[Substring]] {
    var joined: [[Substring]] = []
    for words in parts {
      if let last = joined.last, last.count > 1, isDigit(words[0]),
        "at".hasPrefix(last[1].lowercased())
      {
        joined[joined.count - 1] += words
      } else {
        joined.append(words)
      }
    }
    return joined
  }

  private static func isDigit(_ word: Substring) -> Bool {
    word.utf8.first.map(ASCII.isDigit) ?? false
  }

  private static func spec(named word: Substring) throws(CommandError) -> CommandSpec {
    if let hinted = CommandSpec.vocabulary.hint(for: word),
      names.contains(where: { hinted.hasPrefix($0) })
    {
      throw .notInPlan(Echo(word), nearest: hinted)
    }
    switch tiers.lazy.map({ $0.match(word) }).first(where: { $0 != .unknown }) ?? .unknown {
    case .found(let name):
      if let spec = CommandSpec.clauses.first(where: { $0.name == name }) { return spec }
    case .ambiguous(let names): throw .ambiguous(Echo(word), names)
    case .unknown: break
    }
    throw .notInPlan(Echo(word), nearest: nearest(to: word))
  }

  /// The part probably meant: a command with a similar name, or one that takes `word`.
  private static func nearest(to word: Substring) -> String? {
    if let near = vocabulary.nearest(to: word) { return near }
    guard word.utf8.count <= Echo.limit, isDigit(word) else { return nil }
    if (try? BreathParser.pattern(word)) != nil { return "breath \(word)" }
    return (try? TimeText.parse(word)) == nil ? nil : "for \(word)"
  }
}
