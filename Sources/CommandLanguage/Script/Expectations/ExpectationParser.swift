import MeditationCore
import Score
import Text

/// Parses the arguments of `expect`.
enum ExpectationParser {
  private static let vocabulary = Vocabulary([
    "phase", "transport", "position", "volume", "picked", "heard", "found", "order", "repeat",
    "elapsed", "left", "level", "bells", "segment", "end", "refusal",
  ])
  private static let all = Vocabulary(["all"])

  static func parse(_ rest: inout ScriptTokens) throws(ScriptMistake) -> Expectation {
    guard let word = rest.next?.source else {
      throw .command(
        .missing(
          command: rest.taken, needs: "an expectation, such as 'phase listening' or '1 playing'"))
    }
    if SongNumbersParser.isBegun(by: word) {
      let songs = SongSelection.numbers(try rest.takeNumbers())
      return .songs(songs, try rest.take(ExpectedSong.self))
    }
    if all.exact(word) != nil {
      _ = try rest.take(oneOf: all)
      return .songs(.all, try rest.take(ExpectedSong.self))
    }
    switch try rest.take(oneOf: vocabulary) {
    case "phase": return .phase(try rest.take(Phase.self))
    case "transport": return .transport(try rest.take(ExpectedTransport.self))
    case "position": return .position(try rest.takeTime(forms: "1:30 or 12.5"))
    case "volume": return .volume(try volume(&rest))
    case "level": return .level(try rest.take(Level.self))
    case "picked": return .picked(try count(&rest))
    case "heard": return .heard(try count(&rest))
    case "found": return .found(try count(&rest))
    case "order": return .order(try order(&rest))
    case "elapsed": return .elapsed(try sessionTime(&rest))
    case "left": return .left(try rest.takeTime(forms: "15:00"))
    case "bells": return .bells(try count(&rest, of: "bells"))
    case "segment": return .segment(try rest.take(ExpectedSegment.self))
    case "end": return .end(try rest.take(SessionEnd.self))
    case "repeat": return .repeat(try rest.take(ExpectedSwitch.self))
    default: return .refusal(try rest.take(Refusal.Word.self))
    }
  }

  private static func volume(_ rest: inout ScriptTokens) throws(ScriptMistake) -> Int {
    let word = try rest.take(needs: "a volume from 0 to 100").source
    do {
      guard case .level(let percent) = try VolumeParser.parse(word) else {
        throw CommandError.notAVolume(Echo(word))
      }
      return percent
    } catch let error as CommandError {
      throw .command(error)
    } catch {
      throw .command(.notAVolume(Echo(word)))
    }
  }

  private static func order(_ rest: inout ScriptTokens) throws(ScriptMistake) -> [NumberRange] {
    guard let word = rest.next?.source, SongNumbersParser.isBegun(by: word) else {
      throw .command(.missing(command: rest.taken, needs: "song numbers, such as '3 1-2'"))
    }
    return try rest.takeNumbers()
  }

  /// A session time, which is negative while settling: `-0:05`.
  private static func sessionTime(_ rest: inout ScriptTokens) throws(ScriptMistake) -> Duration {
    guard rest.takeSign() else { return try rest.takeTime(forms: "5:00 or -0:05") }
    return .zero - (try rest.takeTime(forms: "-0:05"))
  }

  private static func count(
    _ rest: inout ScriptTokens, of things: String = "songs"
  ) throws(ScriptMistake) -> Int {
    let word = try rest.take(needs: "a number of \(things)").source
    guard let count = Digits.value(word.utf8), count < Int.max else {
      throw .notACount(Echo(word))
    }
    return count
  }
}
