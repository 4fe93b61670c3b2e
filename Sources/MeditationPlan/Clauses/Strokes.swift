import MeditationText

/// How a bell is struck on one occasion: several times, or in a roll.
public struct Strokes: Hashable, Sendable {
  /// How many strokes there are, and when.
  public enum Form: Hashable, Sendable {
    /// This many, at most 1,000, with this time between two of them.
    case count(Int, apart: Duration)
    /// Strokes that come closer and softer, and one full stroke this long after the first.
    case roll(Duration)
  }

  /// How many strokes there are, and when.
  public var form: Form
  /// The sound; `nil` is that of the plan's bell.
  public var sound: Bell.Sound?
  /// The volume in percent, 0 to 100; `nil` is that of the plan's bell.
  public var volume: Int?

  /// The time between two strokes where none is given.
  public static let interval = Duration.seconds(4)
  /// The length of a roll where none is given.
  public static let rollLength = Duration.seconds(15)
  /// No strokes.
  public static let none = Strokes(0)

  /// Creates `count` strokes.
  public init(
    _ count: Int, apart: Duration = interval, _ sound: Bell.Sound? = nil, volume: Int? = nil
  ) {
    self.init(.count(count, apart: apart), sound, volume: volume)
  }

  /// Creates strokes of a form.
  public init(_ form: Form, _ sound: Bell.Sound? = nil, volume: Int? = nil) {
    self.form = form
    self.sound = sound
    self.volume = volume
  }

  /// Creates a roll.
  public static func roll(
    _ length: Duration = rollLength, _ sound: Bell.Sound? = nil, volume: Int? = nil
  ) -> Strokes {
    Strokes(.roll(length), sound, volume: volume)
  }

  /// True if there are none.
  public var isNone: Bool {
    if case .count(let count, _) = form { count <= 0 } else { false }
  }

  /// The sound and the volume of a stroke, in a plan that has this bell.
  public func bell(_ bell: Bell) -> Bell {
    Bell(sound ?? bell.sound, volume: volume ?? bell.volume)
  }
}

extension Strokes: ExpressibleByIntegerLiteral {
  public init(integerLiteral count: Int) { self.init(count) }
}

extension Strokes: CustomStringConvertible {
  /// The strokes in the words of the notation: `2 gong 60%, 4.0 seconds apart`, `roll 15.0 seconds`.
  public var description: String {
    let what = (sound.map { " \($0)" } ?? "") + (volume.map { " \($0)%" } ?? "")
    return switch form {
    case .count(let count, _) where count <= 1: "\(count)\(what)"
    case .count(let count, let interval): "\(count)\(what), \(interval) apart"
    case .roll(let length): "roll \(length)\(what)"
    }
  }
}

extension Strokes {
  /// The strokes with another name for the file that is struck; `nil` is the plan's bell.
  package func mappingFiles(_ rename: FileRenaming) -> Strokes {
    Strokes(form, sound?.mappingFile(rename), volume: volume)
  }

  var exceededLimit: PlanLimit? {
    if let volume, !(0...100 ~= volume) { return .volume }
    return switch form {
    case .count(let count, let apart):
      0...9 ~= count ? (.milliseconds(200)...(.seconds(60))) ~= apart ? nil : .apart : .strokes
    case .roll(let length): (.seconds(3)...(.seconds(300))) ~= length ? nil : .roll
    }
  }
}

// MARK: - In words

extension Strokes {
  /// The strokes in a few words: "off", "3 strokes", "roll of 20 seconds, gong, volume 60%".
  package func words(_ wording: Wording) -> String {
    let form =
      switch form {
      case .count where isNone: "off"
      case .count(let count, let apart):
        counted(count, "stroke")
          + (count == 1 || apart == Self.interval ? "" : " \(apart.value(wording)) apart")
      case .roll(let length): "roll of \(length.value(wording))"
      }
    return ([form] + bellWords).joined(separator: ", ")
  }

  /// The sound and the volume, where they are not those of the plan.
  var bellWords: [String] { [sound?.text, volume.map { "volume \($0)%" }].compactMap { $0 } }
}

// MARK: - In the protocol

extension Strokes: JSONRecord {
  package var members: [String: any JSONValue] {
    let (count, apart, roll): (Int?, Duration?, Duration?) =
      switch form {
      case .count(let count, let apart): (count, apart, nil)
      case .roll(let length): (nil, nil, length)
      }
    return [
      "apart": apart, "count": count, "file": sound?.path, "roll": roll, "sound": sound?.jsonWord,
      "volume": volume,
    ]
  }
}

// MARK: - Typing

extension Arguments {
  /// Takes all words as strokes, or `off` as none.
  mutating func takeStrokes() throws(LineError) -> Strokes {
    guard !isEmpty else {
      throw .missing(command: name, needs: "a number, such as '\(example)'")
    }
    return try takesOff() ? .none : StrokesParser.parse(&self)
  }
}

/// Parses strokes: `3`, `3 gong`, `2 wood 60% 1.5s apart`, `roll`, `roll gong 20s`.
enum StrokesParser {
  static let words = ["roll"] + Bell.Sound.builtIn.compactMap(\.name)
  private static let vocabulary = Vocabulary(words)
  private static let countWords = ["stroke", "strokes"]

  /// Valid lines for what exceeds a limit; `line` is one without strokes.
  static func examples(after line: String) -> [PlanLimit: String] {
    [
      .volume: "\(line) 2 60%", .apart: "\(line) 2 6s apart", .roll: "\(line) roll 20s",
    ]
  }

  /// True if `words` begin with strokes rather than with times.
  static func begins(_ words: ArraySlice<Substring>) -> Bool {
    guard let first = words.first else { return false }
    if isSoundOrVolume(first) { return true }
    guard Digits.value(first.utf8) != nil, let second = words.dropFirst().first else {
      return isDistance(words)
    }
    return isSoundOrVolume(second) || isCounted(words) || isDistance(words.dropFirst())
  }

  /// True if `words` begin as `2 strokes` does.
  static func isCounted(_ words: ArraySlice<Substring>) -> Bool {
    guard let first = words.first, Digits.value(first.utf8) != nil else { return false }
    return words.dropFirst().first.map { countWords.contains($0.lowercased()) } ?? false
  }

  private static func isSoundOrVolume(_ word: Substring) -> Bool {
    if case .found = vocabulary.match(word) { return true }
    return word.utf8.first == UInt8(ascii: "\"") || word.utf8.last == UInt8(ascii: "%")
      || FileName.isPlain(word) && !word.beginsWithDigit
  }

  /// True if `words` begin as `6s apart` or `6 s apart` does.
  private static func isDistance(_ words: ArraySlice<Substring>) -> Bool {
    guard let first = words.first, first.beginsWithDigit else { return false }
    let rest = words.dropFirst()
    let hasUnit = Digits.value(first.utf8) != nil && rest.first.map(TimeText.isUnit) ?? false
    return rest.dropFirst(hasUnit ? 1 : 0).first?.lowercased() == "apart"
  }

  static func parse(_ arguments: inout Arguments) throws(LineError) -> Strokes {
    var strokes = Strokes(1)
    var isRoll = false
    var (apart, length): (Duration?, Duration?)
    if let word = arguments.next, Digits.value(word.utf8) != nil,
      !isDistance(arguments.rest)
    {
      _ = arguments.takeFirst()
      let count = try Arguments.count(in: word, example: arguments.example)
      strokes.form = .count(count, apart: Strokes.interval)
      if let next = arguments.next, countWords.contains(next.lowercased()) {
        _ = arguments.takeFirst()
      }
    } else if let word = arguments.next, vocabulary.match(word) == .found("roll") {
      _ = arguments.takeFirst()
      isRoll = true
    }
    while let word = arguments.next {
      if word.utf8.last == UInt8(ascii: "%"), strokes.volume == nil {
        _ = arguments.takeFirst()
        strokes.volume = try Arguments.count(
          in: Substring(word.utf8.dropLast()), example: "\(arguments.example) 60%")
      } else if word.beginsWithDigit, !FileName.isPlain(word) || (try? TimeText.parse(word)) != nil
      {
        let time = try PlanTime.parse(arguments.takeTime() ?? word, forms: "6s apart")
        if let next = arguments.next, next.lowercased() == "apart", apart == nil, !isRoll {
          _ = arguments.takeFirst()
          apart = time
        } else if isRoll, length == nil {
          length = time
        } else {
          throw unexpected(word, arguments, isRoll: isRoll)
        }
      } else if strokes.sound == nil {
        strokes.sound = try sound(&arguments)
      } else {
        throw unexpected(word, arguments, isRoll: isRoll)
      }
    }
    if isRoll {
      strokes.form = .roll(length ?? Strokes.rollLength)
    } else if let apart, case .count(let count, _) = strokes.form {
      strokes.form = .count(count, apart: apart)
    }
    return strokes
  }

  private static func unexpected(
    _ word: Substring, _ arguments: Arguments, isRoll: Bool
  ) -> LineError {
    .unexpected(
      QuotedInput(word), command: arguments.name,
      takes: isRoll
        ? "one length and one sound for a roll" : "strokes such as '2 gong 60% 6s apart'")
  }

  private static func sound(_ arguments: inout Arguments) throws(LineError) -> Bell.Sound {
    let word = try arguments.take(needs: "a sound")
    if let name = try FileName.parse(word, of: arguments.name) { return .file(name) }
    if case .found(let name) = vocabulary.match(word), let sound = Bell.Sound(named: name) {
      return sound
    }
    throw .notAChoice(
      QuotedInput(word), command: arguments.name,
      nearest: vocabulary.nearest(to: word).map { [name = arguments.name] in "\(name) \($0)" },
      choices: ["a number"] + words + ["a file such as ./bell.wav"])
  }
}

extension Strokes {
  /// The arguments of the command that sets it; `off` if there are none.
  var spelled: String {
    switch form {
    case .count where isNone: "off"
    case .count(let count, let apart):
      (["\(count)"] + spelledBell
        + (apart == Self.interval ? [] : ["\(TimeText.brief(apart)) apart"])).joined(separator: " ")
    case .roll(let length):
      (["roll"] + spelledBell + (length == Self.rollLength ? [] : [TimeText.brief(length)]))
        .joined(separator: " ")
    }
  }

  /// The same after a number: `3` would be taken for one of those, so it is ` 3 strokes`.
  var spelledAfterNumber: String {
    guard case .count(let count, let apart) = form, count != 1 || apart != Self.interval else {
      return spelledAfterTimes
    }
    return " \(count) strokes" + spelled.dropFirst("\(count)".count)
  }

  /// The same after the times of a rule, where one stroke goes without saying.
  var spelledAfterTimes: String {
    guard case .count(let count, let apart) = form, apart == Self.interval else {
      return " " + spelled
    }
    if count == 1 { return spelledBell.map { " " + $0 }.joined() }
    return spelledBell.isEmpty ? spelledAfterNumber : " " + spelled
  }

  private var spelledBell: [String] {
    [sound?.spelled, volume.map { "\($0)%" }].compactMap { $0 }
  }
}
