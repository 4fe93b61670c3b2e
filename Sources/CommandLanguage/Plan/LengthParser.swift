import MeditationCore
import Score
import Text

/// Parses the argument of `for`: `20m`, `songs`, `open`, `+5m`, `-5m`. A number alone is minutes.
enum LengthParser {
  /// The words besides times.
  static let words = ["songs", "open"]

  static func parse(_ word: Substring) throws(CommandError) -> PlanChange {
    let forms = "20m, 1:10:00, songs or open"
    switch word.utf8.first {
    case UInt8(ascii: "+"):
      return .lengthen(try PlanTime.parse(word, sign: "+", numberIn: .minutes, forms: "+5m"))
    case UInt8(ascii: "-"):
      return .lengthen(
        .zero - (try PlanTime.parse(word, sign: "-", numberIn: .minutes, forms: "-5m")))
    default: break
    }
    let vocabulary = Vocabulary(words, hints: ["off": "songs"])
    switch vocabulary.match(word) {
    case .found("songs"): return .length(.songs)
    case .found: return .length(.open)
    case .ambiguous, .unknown: break
    }
    if let near = vocabulary.nearest(to: word) {
      throw .notAChoice(Echo(word), command: "for", nearest: "for \(near)", choices: words)
    }
    return .length(.time(try PlanTime.parse(word, numberIn: .minutes, forms: forms)))
  }
}
