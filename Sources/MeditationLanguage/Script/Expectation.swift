import MeditationCore
import MeditationPlan
import MeditationText

package enum Expectation: Equatable, Sendable {
  /// A fact of the session, and its word: `expect phase listening`.
  case fact(String, String)
  /// `expect volume 80`
  case number(Number, Int)
  /// `expect position 1:30`
  case time(Time, Duration)
  /// The session's songs in playing order: `expect order 3 1-2`.
  case order([NumberRange])
  /// The state of each of these songs: `expect 2-4 playable`.
  case songs(SongSelection, ExpectedSong)
  /// The refusal of the previous command: `expect refusal nothing-picked`.
  case refusal(String)

  package enum Number: String, Sendable {
    /// In percent, 0 to 100.
    case volume
    /// Songs; `found` by `find`.
    case picked, heard, found
    /// The strokes so far, of every kind.
    case bells
    /// The current part of the plan, from 1.
    case part
  }

  package enum Time: String, Sendable {
    /// That in the current song.
    case position
    /// The session time, negative while settling.
    case elapsed
    case left
  }
}

package enum ExpectedSong: String, CaseIterable, Sendable {
  /// While picking: part of the session, or not.
  case picked, unpicked
  /// While listening: in the session, and not the current song.
  case playable
  /// While listening: the current song, sounding or paused.
  case playing
  /// While listening: not part of the session.
  case hidden
  case failed
}

// MARK: - Parsing

enum ExpectationParser {
  private static let vocabulary = Vocabulary(
    SessionFact.all.prefix(2).map(\.name) + [
      "position", "volume", "picked", "heard", "found", "order", "elapsed", "left", "bells", "part",
      "refusal",
    ] + SessionFact.all.dropFirst(2).map(\.name) + SessionFact.shorthands.keys.sorted())
  private static let all = Vocabulary(["all"])

  static func parse(
    _ rest: inout Arguments, refusals: Vocabulary
  ) throws(LineError) -> Expectation {
    guard let word = rest.next else {
      throw .missing(
        command: rest.name, needs: "an expectation, such as 'phase listening' or '1 playing'")
    }
    if SongNumbersParser.isBegun(by: word) {
      let songs = SongSelection.numbers(try rest.takeNumbers())
      return .songs(songs, try rest.take(ExpectedSong.self))
    }
    if all.exact(word) != nil {
      _ = try rest.take(oneOf: all)
      return .songs(.all, try rest.take(ExpectedSong.self))
    }
    let subject = try rest.take(oneOf: vocabulary)
    if let (name, word) = SessionFact.shorthands[subject] { return .fact(name, word) }
    if let fact = SessionFact.named(subject) {
      return .fact(fact.name, try rest.take(oneOf: Vocabulary(fact.words)))
    }
    if let subject = Expectation.Number(rawValue: subject) {
      return .number(subject, try number(subject, &rest))
    }
    if let subject = Expectation.Time(rawValue: subject) {
      return .time(subject, try time(subject, &rest))
    }
    return subject == "order"
      ? .order(try order(&rest)) : .refusal(try rest.take(oneOf: refusals))
  }

  private static func number(
    _ subject: Expectation.Number, _ rest: inout Arguments
  ) throws(LineError) -> Int {
    let things: String
    switch subject {
    case .volume: return try volume(&rest)
    case .picked, .heard, .found: things = "songs"
    case .bells: things = "bells"
    case .part: things = "parts"
    }
    let word = try rest.take(needs: "a number of \(things)")
    guard let count = Digits.value(word.utf8), count < Int.max else {
      throw .wrong(QuotedInput(word), "is not a number of \(things).")
    }
    return count
  }

  private static func volume(_ rest: inout Arguments) throws(LineError) -> Int {
    let word = try rest.take(needs: "a volume from 0 to 100")
    guard case .level(let percent) = try Action.VolumeChange(parsing: word) else {
      throw .notAVolume(QuotedInput(word))
    }
    return percent
  }

  private static func time(
    _ subject: Expectation.Time, _ rest: inout Arguments
  ) throws(LineError) -> Duration {
    switch subject {
    case .position: return try rest.takeTime(forms: "1:30 or 12.5")
    case .left: return try rest.takeTime(forms: "15:00")
    case .elapsed:
      guard rest.takeSign() else { return try rest.takeTime(forms: "5:00 or -0:05") }
      return .zero - (try rest.takeTime(forms: "-0:05"))
    }
  }

  private static func order(_ rest: inout Arguments) throws(LineError) -> [NumberRange] {
    guard let word = rest.next, SongNumbersParser.isBegun(by: word) else {
      throw .missing(command: rest.name, needs: "song numbers, such as '3 1-2'")
    }
    return try rest.takeNumbers()
  }
}
