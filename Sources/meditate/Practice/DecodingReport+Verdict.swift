import MeditationEngine
import MeditationPlan
import MeditationText

extension DecodingReport {
  /// How many gaps are listed individually.
  private static let mostListed = 3

  /// The verdict of `check` on a decoded file, as a clause; whole if nothing is missing.
  func verdict(_ wording: Wording) -> (text: String, isWhole: Bool) {
    let shownLength = length.text(wording)
    var parts: [String] = []
    if let gaps = listedGaps(wording) { parts.append("damaged: \(gaps)") }
    switch ending {
    case .whole: break
    case .cutOff(let missing?):
      let lost = missing < .seconds(1) ? missing.fewSeconds : missing.text(wording)
      parts.append("cut off at \(shownLength): \(lost) of it is missing")
    case .cutOff(nil): parts.append("cut off at \(shownLength)")
    case .failed(let failure) where failure == .damaged:
      parts.append("damaged from \(shownLength) to its end")
    case .failed(let failure): parts.append("failed at \(shownLength): \(failure.reason)")
    }
    let isWhole = parts.isEmpty
    if isWhole {
      parts.append("whole, \(shownLength)")
    } else if ending == .whole {
      parts.append("its length is \(shownLength)")
    }
    if let estimate, estimate.inWholeSeconds != length.inWholeSeconds {
      parts.append("\(SongLength.estimated(estimate).text(wording) ?? "") was estimated before")
    }
    return (parts.joined(separator: "; "), isWhole)
  }

  /// "0.09 s could not be decoded at 0:02, 0.1 s at 0:05, 2.1 s at 7 other places"; `nil` for none.
  private func listedGaps(_ wording: Wording) -> String? {
    guard !gaps.isEmpty else { return nil }
    var parts = gaps.prefix(Self.mostListed).map {
      "\($0.lost.fewSeconds) at \($0.position.text(wording))"
    }
    let rest = gaps.dropFirst(Self.mostListed)
    if !rest.isEmpty {
      let lost = rest.reduce(Duration.zero) { $0 + $1.lost }
      parts.append("\(lost.fewSeconds) at \(counted(rest.count, "other place"))")
    }
    return parts.joined(separator: ", ") + " could not be decoded"
  }
}
