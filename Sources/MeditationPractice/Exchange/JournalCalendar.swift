import MeditationPlan
import MeditationText

/// Writes sits as events, which calendar programs import or subscribe to.
///
/// Source: RFC 5545, "iCalendar".
package enum JournalCalendar {
  /// The longest line in bytes, without its break; a longer one goes on in the next, after a blank.
  private static let lineLength = 75

  /// The calendar of `sits`, in order. An event lasts as long as was sat, and counts as free time.
  package static func text(of sits: some Sequence<Sit>) -> String {
    let head = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Meditation//meditate//EN"]
    let lines = head + sits.flatMap(event) + ["END:VCALENDAR"]
    return lines.map(folded).joined()
  }

  private static func event(of sit: Sit) -> [String] {
    let begin = sit.began.milliseconds
    let end = begin + max(0, sit.sat.wholeSeconds) * 1_000
    let title = [sit.label, sit.set ?? ""].first { !$0.isEmpty } ?? "Meditation"
    let description = [sit.note, sit.plan.line].filter { !$0.isEmpty }.joined(separator: "\n")
    return [
      "BEGIN:VEVENT", "UID:\(begin)@meditate", "DTSTAMP:\(time(end))", "DTSTART:\(time(begin))",
      "DTEND:\(time(end))", "SUMMARY:\(escaped(title))",
    ] + (description.isEmpty ? [] : ["DESCRIPTION:\(escaped(description))"])
      + ["TRANSP:TRANSPARENT", "END:VEVENT"]
  }

  /// `20261120T210406Z`.
  private static func time(_ milliseconds: Int64) -> String {
    ISOMoment.text(Moment(milliseconds: milliseconds, offset: 0)).prefix { $0 != "+" }
      .replacing("-", with: "").replacing(":", with: "") + "Z"
  }

  /// `text` as a value, without characters that control a terminal.
  private static func escaped(_ text: String) -> String {
    let scalars = text.replacing("\r\n", with: "\n").unicodeScalars
    return scalars.map { scalar in
      switch scalar {
      case "\\", ";", ",": "\\\(scalar)"
      case "\n": "\\n"
      default: scalar.properties.generalCategory == .control ? " " : String(scalar)
      }
    }.joined()
  }

  private static func folded(_ line: String) -> String {
    var (folded, length) = ("", 0)
    for scalar in line.unicodeScalars {
      let size = UTF8.width(scalar)
      if length + size > lineLength { (folded, length) = (folded + "\r\n ", 1) }
      folded.unicodeScalars.append(scalar)
      length += size
    }
    return folded + "\r\n"
  }
}
