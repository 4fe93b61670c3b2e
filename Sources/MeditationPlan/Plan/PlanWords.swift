import MeditationText

package enum PlanWords {
  /// Those that are commands of the prompt, too, in the order of help.
  package static let planning: [Word<PlanStep>] = [
    LengthClause.word, UntilClause.word, WholeSongsClause.word, SettlingClause.word,
    BeginClause.word, OpeningClause.word, BellsClause.word, AddedBells.word, ClosingClause.word,
    BellClause.word, FadeClause.word,
    BreathClause.word, MusicClause.word, UnderClause.word, VoicesClause.word, GuideClause.word,
    RepeatClause.word, CrossfadeClause.word, then, part, plan,
  ]

  /// After the first clause of a line, these are clauses, too; alone, they are other commands.
  package static let (volume, level) = (VolumeClause.word, LevelClause.word)

  package static let table = WordTable(planning + [volume, level])
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
  /// The time in `word`, as `Arguments.time` has it; the longest, above each limit, if too long.
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
