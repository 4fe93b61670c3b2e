/// The unit of a number that is given without one.
package enum TimeUnit: Int, Sendable {
  case seconds = 1
  case minutes = 60
}

package enum TimeError: Error, Equatable, Sendable {
  case notATime
  /// The text is almost a time: the text probably meant, and a reason if one helps.
  case nearly(String, reason: String?)
  /// The time exceeds ``TimeText/limit``.
  case tooLong
}

/// Parses and formats times: `1:30`, `1:02:03`, `90`, `90s`, `5 min`, `1h30`, `12.5`, `1:30.25`.
package enum TimeText {
  package static let unknown = "–:––"
  /// The longest time accepted, 1000 hours; far below what would overflow a frame count.
  package static let limit = Duration.seconds(limitSeconds)
  private static let limitSeconds = 3_600_000

  // MARK: - Reading

  /// The time in `text`, to the nanosecond; further digits are ignored, and a sign is not accepted.
  /// `unit` is that of a number alone. The cost is linear in the length of `text`.
  package static func parse(
    _ text: some StringProtocol, numberIn unit: TimeUnit = .seconds
  ) throws(TimeError) -> Duration {
    let bytes = inDigits(text) ?? Array(text.utf8)
    return try bytes.contains(UInt8(ascii: ":")) ? clock(bytes) : units(bytes, numberIn: unit)
  }

  /// True if `word` is a unit alone: `min`, `minutes`, `s`.
  package static func isUnit(_ word: some StringProtocol) -> Bool {
    secondsPerUnit(Array(word.utf8)[...]) != nil
  }

  // MARK: - Writing

  /// The time to the nanosecond, in a form that ``parse(_:)`` accepts: `5:30`, `1:30.5`.
  package static func exact(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    let nanoseconds = attoseconds.magnitude / 1_000_000_000
    let sign = seconds < 0 || (seconds == 0 && attoseconds < 0 && nanoseconds > 0) ? "-" : ""
    guard nanoseconds > 0 else { return sign + clockText(seconds.magnitude) }
    return sign + clockText(seconds.magnitude) + "." + fraction(nanoseconds: nanoseconds)
  }

  /// A time that is not negative, to the nanosecond, as people write it, in a form that
  /// ``parse(_:)`` accepts: `10s`, `12.5s`, `20m`, `2h`, `12:30`, `1:10:00`.
  package static func brief(_ time: Duration) -> String {
    let seconds = time.components.seconds
    if seconds < 60 { return decimal(time) + "s" }
    guard time == .seconds(seconds) else { return exact(time) }
    if seconds % 3600 == 0 { return "\(seconds / 3600)h" }
    return seconds < 3600 && seconds % 60 == 0 ? "\(seconds / 60)m" : exact(time)
  }

  /// A time that is not negative, in seconds to the nanosecond: `4`, `5.5`.
  package static func decimal(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    let fraction = fraction(nanoseconds: attoseconds.magnitude / 1_000_000_000)
    return fraction.isEmpty ? "\(seconds)" : "\(seconds).\(fraction)"
  }

  /// The digits after the decimal point; empty for 0.
  private static func fraction(nanoseconds: UInt64) -> String {
    var fraction = nanoseconds.inDigits(9)
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return fraction
  }

  /// Whole seconds: `0:07`, `1:02:03`.
  fileprivate static func clockText(_ seconds: UInt64) -> String {
    let (minutes, second) = seconds.quotientAndRemainder(dividingBy: 60)
    guard minutes >= 60 else { return "\(minutes):" + second.twoDigits }
    let (hours, minute) = minutes.quotientAndRemainder(dividingBy: 60)
    return "\(hours):" + minute.twoDigits + ":" + second.twoDigits
  }

  // MARK: - Forms of times

  /// `1:30`, `1:02:03.5`.
  private static func clock(_ bytes: [UInt8]) throws(TimeError) -> Duration {
    let fields = bytes.split(
      separator: UInt8(ascii: ":"), maxSplits: 3, omittingEmptySubsequences: false)
    let hasHours = fields.count == 3
    guard hasHours || fields.count == 2, let tail = decimal(fields[fields.count - 1]),
      let first = Digits.value(fields[0]), let middle = hasHours ? Digits.value(fields[1]) : 0
    else { throw .notATime }
    let leading = saturated(first, times: hasHours ? 3600 : 60)
    let time = try total(
      [leading, saturated(middle, times: 60), tail.whole], nanoseconds: tail.nanoseconds)
    let suggestion = exact(time)
    if tail.whole > 59 { throw .nearly(suggestion, reason: "seconds go up to 59") }
    if middle > 59 { throw .nearly(suggestion, reason: "minutes go up to 59 after hours") }
    guard tail.digits == 2, !hasHours || fields[1].count == 2 else {
      throw .nearly(suggestion, reason: nil)
    }
    return time
  }

  /// `90`, `12.5`, `90s`, `2m`, `5 min`, `1h30m`, `1h 30`, `1 hour 5 minutes`.
  private static func units(
    _ bytes: [UInt8], numberIn unit: TimeUnit
  ) throws(TimeError) -> Duration {
    var rest = bytes[...]
    var wholes: [Int] = []
    var nanoseconds: Int64 = 0
    var last: Int?
    repeat {
      let digits = rest.prefix { ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }
      guard let number = decimal(digits) else { throw .notATime }
      let blanks = rest[digits.endIndex...].prefix(while: ASCII.isBlank)
      let letters = rest[blanks.endIndex...].prefix(while: ASCII.isLetter)
      let seconds: Int
      if letters.isEmpty {
        // A number alone, or the minutes of `1h30`. What is left is no time.
        guard blanks.isEmpty, last == nil || last == 3600 else { throw .notATime }
        seconds = last == nil ? unit.rawValue : 60
      } else {
        guard let unit = secondsPerUnit(letters) else { throw .notATime }
        seconds = unit
      }
      guard last.map({ seconds < $0 }) ?? true else { throw .notATime }
      last = letters.isEmpty ? 1 : seconds
      wholes.append(saturated(number.whole, times: seconds))
      nanoseconds += number.nanoseconds * Int64(seconds)
      rest = rest[letters.endIndex...]
      let next = rest.drop(while: ASCII.isBlank)
      guard next.isEmpty == rest.isEmpty else { throw .notATime }
      rest = next
    } while !rest.isEmpty
    return try total(wholes, nanoseconds: nanoseconds)
  }

  /// The bytes of a time that begins with a word, as with digits: `five minutes`, `an hour`, `half an hour`,
  /// `twenty-five min 30 s`; `nil` if it is none. Numbers go up to sixty, and a unit follows each.
  private static func inDigits(_ text: some StringProtocol) -> [UInt8]? {
    guard let first = text.utf8.first, ASCII.isLetter(first), text.utf8.count <= 80 else {
      return nil
    }
    var words = text.lowercased().split { $0 == " " || $0 == "-" }[...]
    var parts: [String] = []
    while let word = words.popFirst() {
      var number = numbers[word]
      if word == "half", let one = words.popFirst(), one == "an" || one == "a" {
        guard let unit = words.popFirst().flatMap({ secondsPerUnit(Array($0.utf8)[...]) }), unit > 1
        else { return nil }
        parts.append(unit == 3600 ? "30 min" : "30 s")
        continue
      }
      if let tens = number, tens >= 20, tens < 60, let ones = words.first.flatMap({ numbers[$0] }),
        ones < 10
      {
        words.removeFirst()
        number = tens + ones
      }
      guard let number = number.map(String.init) ?? (Digits.value(word.utf8).map(String.init)),
        let unit = words.popFirst(), isUnit(unit)
      else { return nil }
      parts.append("\(number) \(unit)")
    }
    return Array(parts.joined(separator: " ").utf8)
  }

  private static let numbers: [Substring: Int] = {
    let ones = [
      "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
      "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
    ]
    let tens = ["twenty", "thirty", "forty", "fifty", "sixty"]
    var numbers: [Substring: Int] = ["a": 1, "an": 1]
    for (index, word) in ones.enumerated() { numbers[word[...]] = index + 1 }
    for (index, word) in tens.enumerated() { numbers[word[...]] = 20 + 10 * index }
    return numbers
  }()

  /// The seconds of a unit; `nil` if `word` is none.
  private static func secondsPerUnit(_ word: ArraySlice<UInt8>) -> Int? {
    guard word.count <= 7 else { return nil }
    return switch String(decoding: word.map(ASCII.lowercased), as: UTF8.self) {
    case "h", "hr", "hrs", "hour", "hours": 3600
    case "m", "min", "mins", "minute", "minutes": 60
    case "s", "sec", "secs", "second", "seconds": 1
    default: nil
    }
  }

  private static func total(_ seconds: [Int], nanoseconds: Int64) throws(TimeError) -> Duration {
    var sum = 0
    for part in seconds {
      sum += part
      guard sum <= limitSeconds else { throw .tooLong }
    }
    let time = Duration.seconds(sum) + .nanoseconds(nanoseconds)
    guard time <= limit else { throw .tooLong }
    return time
  }

  /// The product, with `number` capped just above the limit, so that sums cannot overflow.
  private static func saturated(_ number: Int, times factor: Int) -> Int {
    min(number, limitSeconds + 1) * factor
  }

  /// Parses `12` or `12.5` into the whole part, its digit count, and nanoseconds.
  private static func decimal(
    _ bytes: ArraySlice<UInt8>
  ) -> (whole: Int, digits: Int, nanoseconds: Int64)? {
    let parts = bytes.split(
      separator: UInt8(ascii: "."), maxSplits: 2, omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), let whole = Digits.value(parts[0]) else { return nil }
    let bounded = min(whole, limitSeconds + 1)
    guard parts.count == 2 else { return (bounded, parts[0].count, 0) }
    guard Digits.value(parts[1]) != nil else { return nil }
    var nanoseconds: Int64 = 0
    var scale: Int64 = 100_000_000
    for digit in parts[1].prefix(9) {
      nanoseconds += Int64(digit - 0x30) * scale
      scale /= 10
    }
    return (bounded, parts[0].count, nanoseconds)
  }
}

extension BinaryInteger {
  /// A number that is not negative, in two digits or more: `07`.
  package var twoDigits: String { inDigits(2) }

  /// A number that is not negative, in `count` digits or more: `0007`.
  package func inDigits(_ count: Int) -> String {
    let text = "\(self)"
    return String(repeating: "0", count: max(0, count - text.count)) + text
  }
}

extension Duration {
  /// The nearest whole second, as all texts show it: one time is the same everywhere.
  package var wholeSeconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds &+ attoseconds * 2 / 1_000_000_000_000_000_000
  }

  /// The time rounded up to a whole second: what is left, as it is counted down.
  package var roundedUp: Duration {
    let (seconds, attoseconds) = components
    return .seconds(attoseconds > 0 ? seconds &+ 1 : seconds)
  }

  /// The time rounded down to a whole second: what has passed.
  package var roundedDown: Duration { .zero - (.zero - self).roundedUp }

  /// The time to the nearest second. Where single times are shown, too, sums add these.
  package var inWholeSeconds: Duration { .seconds(wholeSeconds) }

  /// The time to the nearest second: `0:07`, `5:30`, `1:02:03`.
  package var timeText: String { TimeText.clockText(max(0, wholeSeconds).magnitude) }

  /// The time to the nearest second, with its sign: `-0:07`. What is rounded to zero has none.
  package var signedTimeText: String {
    let seconds = wholeSeconds
    return (seconds < 0 ? "-" : "") + TimeText.clockText(seconds.magnitude)
  }

  /// A total that cannot be taken for minutes and seconds: `12 h 30 min`, `45 s` below a minute.
  package var unitText: String {
    let seconds = max(0, wholeSeconds)
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    guard seconds >= 60 else { return "\(seconds) s" }
    guard hours > 0 else { return "\(minutes) min" }
    return minutes > 0 ? "\(hours) h \(minutes) min" : "\(hours) h"
  }
}
