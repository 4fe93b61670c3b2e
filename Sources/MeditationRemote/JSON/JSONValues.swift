import MeditationPractice
import MeditationText

/// A gain in dB, to the hundredth.
struct JSONDecibels: JSONValue {
  let value: Double

  func write(to json: inout JSONText) {
    let rounded = (value * 100).rounded() / 100
    json.append(Int(exactly: rounded).map { String($0) } ?? String(rounded))
  }
}

/// A moment is written as ISO 8601 with its offset: `2026-11-17T21:04:00+01:00`.
extension Moment: JSONValue {
  package func write(to json: inout JSONText) {
    // ISO 8601 has whole minutes. Rounding an old offset with seconds keeps the instant.
    let local = Moment(milliseconds: milliseconds, offset: offset / 60 * 60)
    json.append("\"\(ISOMoment.text(local))\"")
  }
}

/// A date is written as ISO 8601: `2026-11-17`.
extension CivilDate: JSONValue {
  package func write(to json: inout JSONText) { json.append("\"\(ISOMoment.text(self))\"") }
}
