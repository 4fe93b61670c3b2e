import MeditationCore
import Text

/// Parses the target of a seek: `1:30`, `+10`, `-10`, `50%`.
enum SeekParser {
  /// Examples of valid targets, for error messages.
  static let forms = "1:30, +10 or 50%"

  static func parse(_ word: Substring) throws(CommandError) -> Action.Seek {
    if word.utf8.last == UInt8(ascii: "%") {
      guard let percent = Digits.value(word.utf8.dropLast()), percent <= 100 else {
        throw .badPercent(Echo(word))
      }
      return .percent(percent)
    }
    switch word.utf8.first {
    case UInt8(ascii: "+"):
      return .by(try time(word, sign: "+", forms: forms))
    case UInt8(ascii: "-"):
      return .by(.zero - (try time(word, sign: "-", forms: forms)))
    default:
      return .to(try time(word, sign: "", forms: forms))
    }
  }

  /// The time after `sign` in `word`; `forms` are examples for error messages.
  static func time(
    _ word: Substring, sign: String, numberIn unit: TimeUnit = .seconds, forms: String
  ) throws(CommandError) -> Duration {
    do {
      return try TimeText.parse(
        word.unicodeScalars.dropFirst(sign.unicodeScalars.count).text, numberIn: unit)
    } catch .nearly(let meant, let reason) {
      throw .badTime(Echo(word), .nearly(sign + meant, reason: reason), forms: forms)
    } catch {
      throw .badTime(Echo(word), error, forms: forms)
    }
  }
}

extension Substring.UnicodeScalarView {
  fileprivate var text: Substring { Substring(self) }
}

extension Action.Seek {
  /// The target as typed.
  var spelled: String {
    switch self {
    case .to(let time): TimeText.exact(time)
    case .by(let time): (time < .zero ? "" : "+") + TimeText.exact(time)
    case .percent(let percent): "\(percent)%"
    }
  }
}
