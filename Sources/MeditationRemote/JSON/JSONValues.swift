import MeditationPractice
import MeditationText

// How moments and gains are written as JSON.

/// A gain in dB, to the hundredth.
struct JSONDecibels: JSONValue, Equatable {
  let value: Double

  init(_ value: Double) { self.value = value }

  func write(to json: inout JSONText) {
    let rounded = (value * 100).rounded() / 100
    json.append(Int(exactly: rounded).map { String($0) } ?? String(rounded))
  }
}

/// A moment is written as ISO 8601 with its offset: `2026-11-17T21:04:00+01:00`.
extension Moment: JSONValue {
  package func write(to json: inout JSONText) {
    // ISO 8601 has whole minutes; the instant is kept where an old offset has seconds.
    let minutes = offset / 60
    let local = Moment(milliseconds: milliseconds, offset: minutes * 60)
    let (second, size) = (local.secondOfDay, abs(minutes))
    let time = [second / 3600, second / 60 % 60, second % 60].map(\.twoDigits).joined(
      separator: ":")
    let sign = minutes < 0 ? "-" : "+"
    let zone = sign + (size / 60).twoDigits + ":" + (size % 60).twoDigits
    json.append("\"\(local.date.isoText)T\(time)\(zone)\"")
  }
}

/// A date is written as ISO 8601: `2026-11-17`.
extension CivilDate: JSONValue {
  package func write(to json: inout JSONText) { json.append("\"\(isoText)\"") }

  fileprivate var isoText: String {
    let digits = String(year)
    let padding = String(repeating: "0", count: max(0, 4 - digits.count))
    return "\(padding)\(digits)-\(month.twoDigits)-\(day.twoDigits)"
  }
}

extension Int {
  fileprivate var twoDigits: String { self < 10 ? "0\(self)" : "\(self)" }
}
