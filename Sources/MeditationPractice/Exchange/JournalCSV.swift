import MeditationPlan
import MeditationText

/// Writes sits as comma-separated text, which `JournalImport` can read.
package enum JournalCSV {
  static let columns = [
    "Started", "Planned", "Sat", "End", "Set", "Plan", "Songs", "Note", "Marks", "Label",
  ]

  /// The text of `sits`, in their order, below a line of column names. Times are in whole seconds.
  /// Cells that a spreadsheet would take for a formula begin with an apostrophe.
  ///
  /// - Parameter isForTerminal: True to replace line breaks by blanks, and other characters that
  ///   could control a terminal by `�`.
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
      sit.end?.rawValue ?? "", sit.set ?? "", sit.plan.line, TitleList.text(sit.heard), sit.note,
      sit.marks.words.joined(separator: " "), sit.label,
    ]
  }
}

/// Writes moments in whole seconds, as `2026-11-20T21:04:05+01:00`.
///
/// Source: ISO 8601, RFC 3339.
package enum ISOMoment {
  package static func text(_ moment: Moment) -> String {
    let second = moment.secondOfDay
    let time = [second / 3_600, second / 60 % 60, second % 60].map(\.twoDigits)
    return "\(text(moment.date))T\(time.joined(separator: ":"))\(zone(moment.offset))"
  }

  package static func text(_ date: CivilDate) -> String {
    "\(date.year.inDigits(4))-\(date.month.twoDigits)-\(date.day.twoDigits)"
  }

  private static func zone(_ offset: Int) -> String {
    let size = offset.magnitude
    let parts = [size / 3_600, size / 60 % 60] + (size % 60 == 0 ? [] : [size % 60])
    return (offset < 0 ? "-" : "+") + parts.map(\.twoDigits).joined(separator: ":")
  }
}

/// Lengths in hours, minutes and seconds, as `0:20:00`.
enum ClockTime {
  /// To the nearest second.
  static func text(_ duration: Duration) -> String {
    let seconds = max(0, duration.wholeSeconds)
    return "\(seconds / 3_600):" + (seconds / 60 % 60).twoDigits + ":" + (seconds % 60).twoDigits
  }
}

/// Titles in one cell: `First; Second`. A backslash escapes a semicolon or a backslash in them.
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
    title.unicodeScalars.map { $0 == ";" || $0 == "\\" ? "\\\($0)" : String($0) }.joined()
  }
}
