import MeditationCore
import MeditationPlan
import MeditationText

/// Parses the target of a seek: `1:30`, `+10`, `-10`, `50%`.
enum SeekParser {
  static let forms = "1:30, +10 or 50%"

  static func parse(_ word: Substring) throws(LineError) -> Action.Seek {
    if word.utf8.last == UInt8(ascii: "%") {
      guard let percent = Digits.value(word.utf8.dropLast()), percent <= 100 else {
        throw .wrong(
          QuotedInput(word), "is not a percentage. Write a whole number from 0% to 100%.")
      }
      return .percent(percent)
    }
    let sign = word.leadingSign
    let time = try Arguments.time(word, sign: sign, forms: forms)
    return sign.isEmpty ? .to(time) : .by(time)
  }
}

// MARK: - start and jump

/// Parses a place in the session: `25:00`, `part 2`, `+1m`. A number alone is minutes.
package enum SessionTargetParser {
  static let words = ["from", "part", "rehearsal"]
  private static let forms = "25:00 or 25m"

  /// The session time in `word`; no session is longer than the longest.
  package static func time(_ word: some StringProtocol) throws(LineError) -> Duration {
    try PlanTime.parse(Substring(word), numberIn: .minutes, forms: forms)
  }

  /// Parses the arguments of `start`: none, `from 25:00`, `part 2`, `rehearsal`.
  static func start(_ arguments: inout Arguments) throws(LineError) -> Action {
    guard let word = arguments.takeFirst() else { return .start }
    if let time = try? time(word) {
      throw .notAChoice(
        QuotedInput(word), command: arguments.name, nearest: "start from \(TimeText.brief(time))",
        choices: words)
    }
    switch try arguments.choice(word, of: words) {
    case "from":
      let time = try arguments.takeOnlyTime(takes: "one time", needs: "a time, such as 25:00")
      return .startAt(.time(try Self.time(time)))
    case "part": return .startAt(try part(&arguments))
    default:
      try arguments.end(takes: "nothing after 'rehearsal'")
      return .rehearse
    }
  }

  static func jump(_ arguments: inout Arguments) throws(LineError) -> Action.Jump {
    let forms = "24:00, +1m or part 2"
    guard let word = arguments.next else {
      throw .missing(command: arguments.name, needs: "a time or a part, such as \(forms)")
    }
    if case .found = Vocabulary(["part"]).match(word) {
      _ = arguments.takeFirst()
      return .to(try part(&arguments))
    }
    let typed = try arguments.takeOnlyTime(takes: "one time", needs: "a time")
    let sign = typed.leadingSign
    let time = try PlanTime.parse(typed, sign: sign, numberIn: .minutes, forms: forms)
    return sign.isEmpty ? .to(.time(time)) : .by(time)
  }

  private static func part(_ arguments: inout Arguments) throws(LineError) -> Action.SessionTarget {
    let number = try arguments.takeOnly(
      takes: "one number after 'part'", needs: "the number of a part")
    return .part(try Arguments.count(in: number, example: "\(arguments.name) part 2"))
  }
}

// MARK: - volume

extension Action.VolumeChange {
  init(parsing word: Substring) throws(LineError) {
    let (sign, percent) = try Arguments.volume(word)
    self = sign.isEmpty ? .level(percent) : .offset(sign == "-" ? -percent : percent)
  }
}

// MARK: - move

/// Parses the arguments of `move`: `5 to 1`, `5 1`, `9-10 to next`.
enum MoveParser {
  static func parse(_ words: ArraySlice<Substring>, example: String) throws(LineError) -> Command {
    guard let first = words.first else {
      throw .missing(command: "move", needs: "a song and its new place, such as '\(example)'")
    }
    // Without 'to', there is one song, or one range.
    let separator = words.firstIndex { $0.lowercased() == "to" }
    let songs = words[..<(separator ?? words.index(after: words.startIndex))]
    guard !songs.isEmpty, SongNumbersParser.isBegun(by: first) else { throw notAMove(first) }
    let ranges = try SongNumbersParser.parse(songs)
    let spelled = SongSelection.numbers(ranges).description
    let rest = words[songs.endIndex...].dropFirst(separator == nil ? 0 : 1)
    guard let place = rest.first else {
      throw .missing(
        command: "move \(spelled)",
        needs: "a place in the session, such as 'move \(spelled) to 1'")
    }
    let target = try self.place(place)
    if let extra = rest.dropFirst().first {
      throw .mistake(
        "Unexpected \(QuotedInput(extra)): 'move' takes a song and a place. "
          + "Did you mean 'move \(spelled) to \(target.spelled)'?")
    }
    guard let song = ranges.single else { return .move(.numbers(ranges), to: target) }
    return .action(.move([song - 1], to: target))
  }

  private static func notAMove(_ word: Substring) -> LineError {
    .mistake("'move' takes a song and a place, such as 'move 5 to 1', not \(QuotedInput(word)).")
  }

  private static func place(_ word: Substring) throws(LineError) -> Action.Place {
    if word.lowercased() == "next" { return .next }
    guard let number = Digits.value(word.utf8) else { throw notAMove(word) }
    guard number > 0 else { throw .mistake("Places start at 1.") }
    guard number < Int.max else {
      throw .wrong(QuotedInput(word), "is too large for a song number.")
    }
    return .position(number - 1)
  }
}

extension Action.Place {
  var spelled: String { if case .position(let place) = self { "\(place + 1)" } else { "next" } }
}
