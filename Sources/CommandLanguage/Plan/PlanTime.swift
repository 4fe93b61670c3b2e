import MeditationCore
import Text

/// Parses the times of a plan.
enum PlanTime {
  /// The time after `sign` in `word`; `forms` are examples for error messages.
  ///
  /// A time that is too long for any command is the longest, which exceeds each limit of a plan.
  static func parse(
    _ word: Substring, sign: String = "", numberIn unit: TimeUnit = .seconds, forms: String
  ) throws(CommandError) -> Duration {
    do {
      return try SeekParser.time(word, sign: sign, numberIn: unit, forms: forms)
    } catch .badTime(_, .tooLong, _) {
      return TimeText.limit
    } catch {
      throw error
    }
  }

  /// The time in `word`, or 0 for `off`.
  static func parse(orOff word: Substring, forms: String) throws(CommandError) -> Duration {
    isOff(word) ? .zero : try parse(word, forms: "\(forms) or off")
  }

  /// Whether `word` is `off` or a prefix of it.
  static func isOff(_ word: Substring) -> Bool { Vocabulary(["off"]).match(word) == .found("off") }
}
