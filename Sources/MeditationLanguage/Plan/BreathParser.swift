import MeditationCore
import MeditationPlan
import MeditationText

/// Parses the arguments of `breath`: `4-7-8`, `box`, `coherent`, `off`, `volume 60`.
enum BreathParser {
  static let words = ["box", "coherent", "off", "volume"]
  private static let vocabulary = Vocabulary(words)

  static func parse(_ arguments: inout Arguments) throws(CommandError) -> PlanStep {
    let word = try arguments.take(needs: "a pattern, such as 4-7-8")
    if vocabulary.match(word) == .found("volume") {
      return .change(.breathVolume(try arguments.takePercent()))
    }
    try arguments.end(takes: "one pattern")
    return .change(.breath(try pattern(word)))
  }

  /// The pattern; `nil` for `off`.
  static func pattern(_ word: Substring) throws(CommandError) -> Breath? {
    switch vocabulary.match(word) {
    case .found("box"): return .box
    case .found("coherent"): return .coherent
    case .found("off"): return nil
    case .found: throw .notABreath(QuotedInput(word))
    case .ambiguous, .unknown: break
    }
    if let near = vocabulary.nearest(to: word) {
      throw .notAChoice(
        QuotedInput(word), command: "breath", nearest: "breath \(near)", choices: words)
    }
    guard let phases = seconds(word) else { throw .notABreath(QuotedInput(word)) }
    return switch phases.count {
    case 2: Breath(inhale: phases[0], exhale: phases[1])
    case 3: Breath(inhale: phases[0], holdFull: phases[1], exhale: phases[2])
    case 4:
      Breath(inhale: phases[0], holdFull: phases[1], exhale: phases[2], holdEmpty: phases[3])
    default: throw .notABreath(QuotedInput(word))
    }
  }

  /// The seconds between dashes; `nil` if there is anything else.
  private static func seconds(_ word: Substring) -> [Duration]? {
    var phases: [Duration] = []
    for part in word.utf8.split(
      separator: UInt8(ascii: "-"), maxSplits: 4, omittingEmptySubsequences: false)
    {
      guard part.allSatisfy({ ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }) else { return nil }
      do throws(TimeError) {
        phases.append(try TimeText.parse(Substring(part)))
      } catch {
        guard error == .tooLong else { return nil }
        phases.append(TimeText.limit)
      }
    }
    return phases
  }
}

extension Breath {
  /// The arguments of the command that sets it.
  var spelled: String {
    if self == .box { return "box" }
    if self == .coherent { return "coherent" }
    let phases =
      switch (holdFull, holdEmpty) {
      case (.zero, .zero): [inhale, exhale]
      case (_, .zero): [inhale, holdFull, exhale]
      default: [inhale, holdFull, exhale, holdEmpty]
      }
    return phases.map(TimeText.decimal).joined(separator: "-")
  }
}
