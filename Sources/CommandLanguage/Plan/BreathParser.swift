import Score
import Text

/// Parses the argument of `breath`: `4-7-8`, `box`, `coherent`, `off`.
enum BreathParser {
  static let words = ["box", "coherent", "off"]
  private static let vocabulary = Vocabulary(words)

  /// The pattern; `nil` for `off`.
  static func parse(_ word: Substring) throws(CommandError) -> Breath? {
    switch vocabulary.match(word) {
    case .found("box"): return .box
    case .found("coherent"): return .coherent
    case .found: return nil
    case .ambiguous, .unknown: break
    }
    if let near = vocabulary.nearest(to: word) {
      throw .notAChoice(Echo(word), command: "breath", nearest: "breath \(near)", choices: words)
    }
    guard let phases = seconds(word) else { throw .notABreath(Echo(word)) }
    return switch phases.count {
    case 2: Breath(inhale: phases[0], exhale: phases[1])
    case 3: Breath(inhale: phases[0], holdFull: phases[1], exhale: phases[2])
    case 4:
      Breath(inhale: phases[0], holdFull: phases[1], exhale: phases[2], holdEmpty: phases[3])
    default: throw .notABreath(Echo(word))
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
