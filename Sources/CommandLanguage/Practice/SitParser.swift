import MeditationCore
import Score
import Text

/// Parses the argument of `sit`: `20m`, `1:10:00`, `2`, `Evening`, or nothing.
enum SitParser {
  static func parse(_ arguments: inout Arguments) throws(CommandError) -> SitTarget {
    guard let text = arguments.takeText() else { return .current }
    if let length = try length(text) { return .length(length) }
    return .set(try SetReference(text, of: "sit"))
  }

  /// The length in `text`; `nil` if it is a set. A whole number is the row of a set first, and minutes
  /// where there is none.
  private static func length(_ text: Substring) throws(CommandError) -> Duration? {
    guard text.utf8.first.map(ASCII.isDigit) ?? false, Digits.value(text.utf8) == nil else {
      return nil
    }
    let time: Duration
    do throws(TimeError) {
      time = try TimeText.parse(text, numberIn: .minutes)
    } catch {
      switch error {
      case .notATime: return nil
      case .nearly: throw .badTime(Echo(text), error, forms: "20m or 1:10:00")
      case .tooLong: throw .beyondLimit(.length, example: "sit 20m")
      }
    }
    if let limit = PlanLimit.exceeded(by: .length(.time(time))) {
      throw .beyondLimit(limit, example: "sit 20m")
    }
    return time
  }
}

extension SitTarget {
  /// The target as typed.
  var spelled: String {
    switch self {
    case .current: ""
    case .set(let set): set.spelled
    case .length(let time): TimeText.brief(time)
    }
  }
}
