import MeditationText

/// Writes sits as comma-separated text, which `JournalImport` reads again.
package enum JournalCSV {
  static let columns = [
    "Started", "Planned", "Sat", "End", "Set", "Plan", "Songs", "Note", "Marks", "Label",
  ]

  /// The text of `sits`, in their order, below a line with the names of the columns. Times are in
  /// whole seconds. Cells that a spreadsheet would take for a formula begin with an apostrophe.
  ///
  /// - Parameter isForTerminal: True if each line break becomes a blank, and each other character
  ///   that could control a terminal `�`.
  package static func text(of sits: some Sequence<Sit>, isForTerminal: Bool = false) -> String {
    var text = CSVWriter.record(columns)
    for sit in sits {
      let cells = cells(of: sit).map(FormulaGuard.guarded)
      text += CSVWriter.record(isForTerminal ? cells.map(harmless) : cells)
    }
    return text
  }

  private static func harmless(_ cell: String) -> String {
    QuotedInput.cleaned(
      cell.replacing("\r\n", with: " ").unicodeScalars.map {
        TerminalEffect(of: $0) == .move ? " " : $0
      })
  }

  private static func cells(of sit: Sit) -> [String] {
    [
      ISOMoment.text(sit.began), sit.planned.map(ClockTime.text) ?? "", ClockTime.text(sit.sat),
      sit.end?.rawValue ?? "", sit.set ?? "", sit.plan, TitleList.text(sit.heard), sit.note,
      sit.marks.words.joined(separator: " "), sit.label,
    ]
  }
}

/// Writes and reads moments in whole seconds, as `2026-11-20T21:04:05+01:00`.
///
/// Source: ISO 8601, RFC 3339.
package enum ISOMoment {
  package static func text(_ moment: Moment) -> String {
    let second = moment.secondOfDay
    let time = [second / 3_600, second / 60 % 60, second % 60].map(\.twoDigits)
    return "\(text(moment.date))T\(time.joined(separator: ":"))\(zone(moment.offset))"
  }

  /// `2026-11-20`
  package static func text(_ date: CivilDate) -> String {
    "\(date.year.inDigits(4))-\(date.month.twoDigits)-\(date.day.twoDigits)"
  }

  /// The moment in `text`; `nil` if it is not one, or its time zone is missing.
  static func parse(_ text: String) -> Moment? {
    let bytes = Array(text.utf8)
    guard bytes.count >= 20, let local = localSeconds(bytes[..<19]),
      let offset = offset(bytes[19...])
    else { return nil }
    return Moment(milliseconds: Int64(local - offset) * 1_000, offset: offset)
  }

  /// The seconds from 1970-01-01 00:00 of the same local time to `2026-04-20T08:21:04`, also with a blank
  /// between; `nil` if there is no such day or time.
  private static func localSeconds(_ bytes: ArraySlice<UInt8>) -> Int? {
    let halves = bytes.split { $0 == 0x20 || $0 == UInt8(ascii: "T") }
    guard halves.count == 2, let days = Digits.values(halves[0], by: "-"), days.count == 3,
      (1...9_999).contains(days[0]), (1...12).contains(days[1]), (1...31).contains(days[2]),
      let date = CivilDate(year: days[0], month: days[1], day: days[2]),
      let second = seconds(of: halves[1], mostHours: 23)
    else { return nil }
    return date.dayNumber * 86_400 + second
  }

  /// The seconds of `08:21:04` or `08:21`.
  private static func seconds(of time: ArraySlice<UInt8>, mostHours: Int) -> Int? {
    guard let numbers = Digits.values(time, by: ":"), (2...3).contains(numbers.count),
      numbers[0] <= mostHours, numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { return nil }
    return zip(numbers, [3_600, 60, 1]).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private static func zone(_ offset: Int) -> String {
    let size = offset.magnitude
    let parts = [size / 3_600, size / 60 % 60] + (size % 60 == 0 ? [] : [size % 60])
    return (offset < 0 ? "-" : "+") + parts.map(\.twoDigits).joined(separator: ":")
  }

  /// The offset in seconds of `Z`, `+01:00`, or `-00:53:28` as of old local times.
  private static func offset(_ bytes: ArraySlice<UInt8>) -> Int? {
    if bytes.elementsEqual("Z".utf8) { return 0 }
    let time = bytes.dropFirst()
    guard let sign = bytes.first, "+-".utf8.contains(sign),
      time.split(separator: UInt8(ascii: ":")).allSatisfy({ $0.count == 2 }),
      let size = seconds(of: time, mostHours: 26)
    else { return nil }
    return sign == UInt8(ascii: "-") ? -size : size
  }
}

/// Lengths in hours, minutes and seconds, as `0:20:00`.
enum ClockTime {
  /// To the nearest second.
  static func text(_ duration: Duration) -> String {
    let seconds = max(0, duration.wholeSeconds)
    return "\(seconds / 3_600):" + (seconds / 60 % 60).twoDigits + ":" + (seconds % 60).twoDigits
  }

  /// The length of `0:45:0`, or of `0:45` in hours and minutes if those are `allowed`.
  ///
  /// - Parameter longestHours: A longer one is refused.
  static func parse(
    _ text: String, allowingMinutes: Bool = false, longestHours: Int = 24
  ) throws(LengthProblem) -> Duration {
    let isNegative = text.utf8.first == UInt8(ascii: "-")
    guard let numbers = Digits.values(text.utf8.dropFirst(isNegative ? 1 : 0), by: ":"),
      numbers.count == 3 || allowingMinutes && numbers.count == 2,
      numbers.dropFirst().allSatisfy({ $0 < 60 })
    else { throw .notALength }
    if isNegative { throw .negative }
    let hours = min(numbers[0], longestHours + 1)
    let seconds = hours * 3_600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0)
    guard seconds <= longestHours * 3_600 else { throw .tooLong }
    return .seconds(seconds)
  }

  /// Why a length cannot be used.
  enum LengthProblem: Error {
    case notALength, negative, tooLong
  }
}

/// Titles in one cell, as `First; Second`. A semicolon or a backslash in a title follows a
/// backslash.
enum TitleList {
  static func text(_ titles: [String]) -> String {
    titles.map(escaped).joined(separator: "; ")
  }

  static func parse(_ text: String) -> [String] {
    guard !text.isEmpty else { return [] }
    var titles = [""]
    var scalars = text.unicodeScalars.makeIterator()
    var isAtStart = false
    while let scalar = scalars.next() {
      defer { isAtStart = scalar == ";" }
      switch scalar {
      case "\\": titles[titles.count - 1].unicodeScalars.append(scalars.next() ?? "\\")
      case ";": titles.append("")
      case " " where isAtStart: continue
      default: titles[titles.count - 1].unicodeScalars.append(scalar)
      }
    }
    return titles
  }

  private static func escaped(_ title: String) -> String {
    var text = ""
    for scalar in title.unicodeScalars {
      if scalar == ";" || scalar == "\\" { text.unicodeScalars.append("\\") }
      text.unicodeScalars.append(scalar)
    }
    return text
  }
}
