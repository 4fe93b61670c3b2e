import MeditationEngine
import MeditationPlan
import MeditationText

/// The verdict of `check` on a decoded file, as a clause.
struct DecodingText: Equatable, Sendable {
  /// How many gaps are listed individually.
  private static let most = 3

  let text: String
  /// True if nothing is missing.
  let isWhole: Bool

  init(_ report: DecodingReport, wording: Wording) {
    let length = report.length.text(wording)
    var parts: [String] = []
    if let gaps = Self.gaps(report.gaps, wording) { parts.append("damaged: \(gaps)") }
    switch report.ending {
    case .whole: break
    case .cutOff(let missing?):
      let lost = missing < .seconds(1) ? missing.fewSeconds : missing.text(wording)
      parts.append("cut off at \(length): \(lost) of it is missing")
    case .cutOff(nil): parts.append("cut off at \(length)")
    case .failed(let failure) where failure == .damaged:
      parts.append("damaged from \(length) to its end")
    case .failed(let failure): parts.append("failed at \(length): \(failure.reason)")
    }
    isWhole = parts.isEmpty
    if isWhole {
      parts.append("whole, \(length)")
    } else if report.ending == .whole {
      parts.append("its length is \(length)")
    }
    if let estimate = report.estimate, estimate.inWholeSeconds != report.length.inWholeSeconds {
      parts.append("\(Self.about(estimate, wording)) was estimated before")
    }
    text = parts.joined(separator: "; ")
  }

  private static func about(_ length: Duration, _ wording: Wording) -> String {
    SongLength.estimated(length).text(wording) ?? ""
  }

  /// "0.09 s could not be decoded at 0:02, 0.1 s at 0:05, 2.1 s at 7 other places"; `nil` for none.
  private static func gaps(_ gaps: [DecodingReport.Gap], _ wording: Wording) -> String? {
    guard !gaps.isEmpty else { return nil }
    var parts = gaps.prefix(most).map { "\($0.lost.fewSeconds) at \($0.position.text(wording))" }
    let rest = gaps.dropFirst(most)
    if !rest.isEmpty {
      let lost = rest.reduce(Duration.zero) { $0 + $1.lost }
      parts.append("\(lost.fewSeconds) at \(counted(rest.count, "other place"))")
    }
    return parts.joined(separator: ", ") + " could not be decoded"
  }
}
