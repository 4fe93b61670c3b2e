import MeditationCore
import Score
import Text

/// Parses the arguments of `bells`: `every 5m`, `at 5m 12:30`, `random 4 7`, `off`.
enum BellsParser {
  static let words = ["every", "at", "random", "off"]
  private static let vocabulary = Vocabulary(words)

  static func parse(_ arguments: inout Arguments) throws(CommandError) -> PlanStep {
    let word = try arguments.take(needs: "a time, such as 'bells every 5m'")
    switch vocabulary.match(word) {
    case .found("every"): return .change(.bells(.every(try interval(&arguments))))
    case .found("at"): return .change(.bells(.at(try times(arguments.takeAll()))))
    case .found("random"): return try random(&arguments)
    case .found:
      try arguments.end(takes: "nothing after 'off'")
      return .change(.bells(.none))
    case .ambiguous, .unknown:
      throw .notAChoice(Echo(word), command: "bells", nearest: nearest(to: word), choices: words)
    }
  }

  private static func interval(_ arguments: inout Arguments) throws(CommandError) -> Duration {
    guard let word = arguments.takeTime() else {
      throw .missing(command: "bells every", needs: "a time, such as 'bells every 5m'")
    }
    try arguments.end(takes: "one time after 'every'")
    return try PlanTime.parse(word, forms: "5m or 1:30")
  }

  private static func times(_ words: ArraySlice<Substring>) throws(CommandError) -> [Duration] {
    guard !words.isEmpty else {
      throw .missing(command: "bells at", needs: "times, such as 'bells at 5m 12:30'")
    }
    var times: [Duration] = []
    var rest = words
    while let word = rest.popFirst() {
      // `5 min` is one time; `1h 30m` are two.
      let hasUnit = Digits.value(word.utf8) != nil && rest.first.map(TimeText.isUnit) ?? false
      let unit = hasUnit ? rest.removeFirst() : ""
      times.append(try PlanTime.parse(word + unit, forms: "5m or 12:30"))
    }
    return times
  }

  private static func random(_ arguments: inout Arguments) throws(CommandError) -> PlanStep {
    guard arguments.next != nil else {
      throw .missing(command: "bells random", needs: "a number of bells, such as 'bells random 4'")
    }
    let word = try arguments.take(needs: "a number")
    let count = try CountParser.parse(word, example: "bells random 4")
    guard let seed = try arguments.takeOnly(takes: "a number and one seed after 'random'") else {
      return .randomBells(count: count)
    }
    guard let number = Digits.value(seed.utf8), number < Int.max else {
      throw .notANumber(Echo(seed), example: "bells random 4 7")
    }
    return .change(.bells(.random(count: count, seed: number)))
  }

  /// `bells every 5m` for `5m`.
  private static func nearest(to word: Substring) -> String? {
    if let near = vocabulary.nearest(to: word) { return "bells \(near)" }
    guard word.utf8.count <= Echo.limit, (try? TimeText.parse(word)) != nil else { return nil }
    return "bells every \(word)"
  }
}
