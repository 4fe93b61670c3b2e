import MeditationText

/// A word of the plan's notation: how clauses are typed, completed and explained.
package struct PlanWord: Sendable {
  /// Parses the words after the word; there is at least one.
  typealias Parse = @Sendable (inout Arguments) throws(LineError) -> PlanStep

  package let name: String
  package let arguments: String
  /// A shorter synopsis for a list of commands; `nil` uses `arguments`.
  package var brief: String?
  package let summary: String
  package let example: String
  /// Words that users try instead. They are answered with a suggestion, not performed.
  package var hints: [String] = []
  /// More such words, each with the line to suggest.
  package var hintedLines: [String: String] = [:]
  package var words: [String] = []
  package var furtherWords: [String] = []
  /// The rank of the word among those that share a prefix.
  package var prefixRank = PrefixRank.early
  /// Valid lines for messages about a limit, where the example is about something else.
  var examples: [PlanLimit: String] = [:]
  let parse: Parse

  /// The steps that the words after this one make, each within its limit.
  package func steps(_ arguments: inout Arguments) throws(LineError) -> [PlanStep] {
    var steps = [try step(&arguments)]
    // Only `part 2` leaves words: a clause that is about that part.
    while !arguments.isEmpty {
      let words = arguments.takeAll()
      let word = try PlanParser.word(named: words[words.startIndex], knowing: arguments.commands)
      arguments = try PlanParser.arguments(of: word, in: words, knowing: arguments.commands)
      steps.append(try word.step(&arguments))
    }
    return steps
  }

  private func step(_ arguments: inout Arguments) throws(LineError) -> PlanStep {
    let step = try parse(&arguments)
    if let limit = PlanLimit.exceeded(by: step.exampleChange) {
      throw .beyondLimit(sentence: "\(limit)", example: examples[limit] ?? example)
    }
    return step
  }
}

extension Arguments {
  /// Takes the word `off` or a prefix of it, and returns whether it did; nothing may follow it.
  mutating func takesOff() throws(LineError) -> Bool { try takeScope(of: ["off"]) != nil }

  /// Takes the only word as a time, or `off` as 0; `forms` are examples for error messages.
  mutating func takeTime(forms: String) throws(LineError) -> Duration {
    let time = try takeOnlyTime(takes: "one time", needs: "a time, such as '\(example)'")
    return PlanTime.isOff(time) ? .zero : try PlanTime.parse(time, forms: "\(forms) or off")
  }
}

extension Duration {
  var orOff: String { self == .zero ? "off" : TimeText.brief(self) }

  /// The time as answers have it: "5 seconds", "off".
  func orOff(_ wording: Wording) -> String { self == .zero ? "off" : value(wording) }

  var signed: String {
    self < .zero ? "-\(TimeText.brief(.zero - self))" : "+\(TimeText.brief(self))"
  }
}

package enum PlanTime {
  /// The time after `sign` in `word`, negative after a minus; `forms` are examples for error messages.
  ///
  /// A time that is too long for any command is the longest, which exceeds each limit of a plan.
  package static func parse(
    _ word: Substring, sign: String = "", numberIn unit: TimeUnit = .seconds, forms: String
  ) throws(LineError) -> Duration {
    do {
      return try Arguments.time(word, sign: sign, numberIn: unit, forms: forms)
    } catch .badTime(_, .tooLong, _) {
      return sign == "-" ? .zero - TimeText.limit : TimeText.limit
    } catch {
      throw error
    }
  }

  /// True if `word` is `off` or a prefix of it.
  static func isOff(_ word: Substring) -> Bool { Vocabulary(["off"]).match(word) == .found("off") }
}
