import MeditationCore
import MeditationPlan
import MeditationText

// MARK: - bells and also

/// Parses the arguments of `bells` and `also`: `every 5m`, `at 5m 12:30 2 gong`, `1m before the end`,
/// `random 4 7`, `off`.
enum BellsParser {
  static let words = ["every", "at", "random", "off"]
  private static let vocabulary = Vocabulary(words)
  private static let addedVocabulary = Vocabulary(words.dropLast())

  static func bells(_ arguments: inout Arguments) throws(CommandError) -> PlanStep {
    if let word = arguments.next, vocabulary.match(word) == .found("off") {
      _ = arguments.takeFirst()
      try arguments.end(takes: "nothing after 'off'")
      return .change(.bells([]))
    }
    return try rule(&arguments).step(replacing: true)
  }

  static func also(_ arguments: inout Arguments) throws(CommandError) -> PlanStep {
    try rule(&arguments).step(replacing: false)
  }

  /// A rule whose seed may have to be drawn.
  private enum Rule {
    case known(BellRule)
    case drawn(count: Int, Strokes)

    func step(replacing: Bool) -> PlanStep {
      switch self {
      case .known(let rule): .change(replacing ? .bells([rule]) : .also(rule))
      case .drawn(let count, let strokes):
        .randomBells(count: count, strokes, isAddition: !replacing)
      }
    }
  }

  private static func rule(_ arguments: inout Arguments) throws(CommandError) -> Rule {
    let name = arguments.name
    let first = try arguments.take(needs: "a time, such as '\(name) every 5m'")
    let kind = vocabulary.match(first)
    if kind == .found("random") { return try random(&arguments) }
    let words = arguments.take(upTo: StrokesParser.begins)
    let times: BellRule.Times
    switch kind {
    case .found("every"): times = .every(try interval(words, of: name))
    case .found("at"): times = .at(try Self.times(words, of: "\(name) at"))
    default:
      guard let before = beforeEnd([first] + words) else {
        throw .notAChoice(
          QuotedInput(first), command: name, nearest: nearest(to: first, words, of: name),
          choices: name == "also" ? Self.words.dropLast() : Self.words)
      }
      times = .beforeEnd(try Self.times(before, of: name))
    }
    return .known(BellRule(times, try strokes(&arguments)))
  }

  /// What is struck; one stroke if nothing is said.
  private static func strokes(_ arguments: inout Arguments) throws(CommandError) -> Strokes {
    arguments.isEmpty ? 1 : try StrokesParser.parse(&arguments)
  }

  /// The times in `1m 2m before the end`; `nil` if that is not what `words` say.
  private static func beforeEnd(_ words: ArraySlice<Substring>) -> ArraySlice<Substring>? {
    guard let place = words.firstIndex(where: { $0.lowercased() == "before" }),
      [["the", "end"], ["end"]].contains(words[(place + 1)...].map { $0.lowercased() })
    else { return nil }
    return words[..<place]
  }

  private static func interval(
    _ words: ArraySlice<Substring>, of name: String
  ) throws(CommandError) -> Duration {
    guard !words.isEmpty else {
      throw .missing(command: "\(name) every", needs: "a time, such as '\(name) every 5m'")
    }
    var words = words
    let time = Arguments.takeTime(from: &words) ?? ""
    if let extra = words.first {
      throw .unexpected(QuotedInput(extra), command: name, takes: "one time after 'every'")
    }
    return try PlanTime.parse(time, forms: "5m or 1:30")
  }

  private static func times(
    _ words: ArraySlice<Substring>, of name: String
  ) throws(CommandError) -> [Duration] {
    guard !words.isEmpty else {
      throw .missing(command: name, needs: "times, such as '\(name) 5m 12:30'")
    }
    var times: [Duration] = []
    var rest = words
    while let word = rest.popFirst() {
      // `5 min` is one time; `1h 30m` are two.
      let hasUnit = Digits.value(word.utf8) != nil && rest.first.map(TimeText.isUnit) ?? false
      let unit = hasUnit ? rest.removeFirst() : ""
      times.append(try PlanTime.parse(word + unit, forms: "5m or 12:30"))
    }
    return times
  }

  /// A second number is the seed, unless `strokes` follows it.
  private static func random(_ arguments: inout Arguments) throws(CommandError) -> Rule {
    let name = arguments.name
    let count = try Arguments.count(
      in: arguments.take(needs: "a number of bells, such as '\(name) random 4'"),
      example: "\(name) random 4")
    guard let word = arguments.next, word.utf8.allSatisfy(ASCII.isDigit),
      !StrokesParser.isCounted(arguments.rest)
    else { return .drawn(count: count, try strokes(&arguments)) }
    _ = arguments.takeFirst()
    guard let seed = Digits.value(word.utf8), seed < Int.max else {
      throw .notANumber(QuotedInput(word), example: "\(name) random 4 7")
    }
    return .known(BellRule(.random(count: count, seed: seed), try strokes(&arguments)))
  }

  /// `bells every 5m` for `5m`, and `bells 5m before the end` for `5m before`.
  private static func nearest(
    to word: Substring, _ rest: ArraySlice<Substring>, of name: String
  ) -> String? {
    let vocabulary = name == "also" ? addedVocabulary : vocabulary
    if let near = vocabulary.nearest(to: word) { return "\(name) \(near)" }
    guard word.utf8.count <= QuotedInput.limit, (try? TimeText.parse(word)) != nil else {
      return nil
    }
    return rest.contains { $0.lowercased() == "before" }
      ? "\(name) \(word) before the end" : "\(name) every \(word)"
  }
}

extension [BellRule] {
  /// The commands that make these rules, without the first one's name.
  var spelled: String {
    guard let first else { return "off" }
    return ([first.spelled] + dropFirst().map { "also \($0.spelled)" }).joined(separator: ", ")
  }
}

extension BellRule {
  /// The arguments of the command that adds it.
  var spelled: String {
    let times =
      switch times {
      case .every(let interval): "every \(TimeText.brief(interval))"
      case .at(let times): "at \(Self.spelled(times))"
      case .beforeEnd(let times): "\(Self.spelled(times)) before the end"
      case .random(let count, let seed): "random \(count) \(seed)"
      }
    return times + strokes.spelledAfterTimes
  }

  private static func spelled(_ times: [Duration]) -> String {
    times.map(TimeText.brief).joined(separator: " ")
  }
}

// MARK: - Strokes

/// Parses strokes: `3`, `3 gong`, `2 wood 60% 1.5s apart`, `roll`, `roll gong 20s`.
enum StrokesParser {
  /// The words that strokes can begin with.
  static let words = ["roll"] + Bell.Sound.builtIn.compactMap(\.name)
  private static let vocabulary = Vocabulary(words)
  private static let countWords = ["stroke", "strokes"]

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
      || BellParser.isFile(word) && !isTime(word)
  }

  /// True if `words` begin as `6s apart` or `6 s apart` does.
  private static func isDistance(_ words: ArraySlice<Substring>) -> Bool {
    guard let first = words.first, isTime(first) else { return false }
    let rest = words.dropFirst()
    let hasUnit = Digits.value(first.utf8) != nil && rest.first.map(TimeText.isUnit) ?? false
    return rest.dropFirst(hasUnit ? 1 : 0).first?.lowercased() == "apart"
  }

  private static func isTime(_ word: Substring) -> Bool {
    word.utf8.first.map(ASCII.isDigit) ?? false
  }

  /// Parses all of `arguments`.
  static func parse(_ arguments: inout Arguments) throws(CommandError) -> Strokes {
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
      } else if isTime(word), !BellParser.isFile(word) || (try? TimeText.parse(word)) != nil {
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
  ) -> CommandError {
    .unexpected(
      QuotedInput(word), command: arguments.name,
      takes: isRoll
        ? "one length and one sound for a roll" : "strokes such as '2 gong 60% 6s apart'")
  }

  private static func sound(_ arguments: inout Arguments) throws(CommandError) -> Bell.Sound {
    let word = try arguments.take(needs: "a sound")
    if let name = try BellParser.fileName(word) { return .file(name) }
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

  /// The same after a number, which another number would not be told from.
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

// MARK: - bell

/// Parses the arguments of `bell`: `bowl`, `gong`, a file, `volume 60`.
enum BellParser {
  static let words = Bell.Sound.builtIn.compactMap(\.name) + ["volume"]
  private static let vocabulary = Vocabulary(words)

  static func parse(_ arguments: inout Arguments) throws(CommandError) -> PlanStep {
    let word = try arguments.take(needs: "a sound, such as 'bell gong'")
    if let file = try file(word, &arguments) { return .change(.bell(.file(file))) }
    let name =
      switch vocabulary.match(word) {
      case .found(let name): name
      case .ambiguous, .unknown: throw unknown(word, arguments.takeAll())
      }
    if name == "volume" {
      return .change(.bellVolume(try arguments.takePercent()))
    }
    try arguments.end(takes: "one sound")
    return .change(.bell(Bell.Sound(named: name) ?? .bowl))
  }

  /// The name of the file that `word` means; `nil` if it means none.
  static func fileName(_ word: Substring) throws(CommandError) -> String? {
    let isQuoted = word.unicodeScalars.first == "\""
    guard isQuoted || isFile(word) else { return nil }
    let name = isQuoted ? String(try QuotedText.unquote(word.unicodeScalars).text) : String(word)
    guard !name.isEmpty else { throw .missing(command: "bell", needs: "a sound or a file") }
    return name
  }

  /// True if `word` means a file without quotation marks. Other names need them, or a directory:
  /// `./gong`.
  static func isFile(_ word: some StringProtocol) -> Bool {
    let scalars = word.unicodeScalars
    guard let first = scalars.first, first != "\"", first != "#" else { return false }
    return scalars.contains { $0 == "." || $0 == "/" }
      && !scalars.contains { $0 == "," || $0 == ";" || Words.isBlank($0) }
  }

  private static func file(
    _ word: Substring, _ arguments: inout Arguments
  ) throws(CommandError) -> String? {
    guard let name = try fileName(word) else { return nil }
    guard word.unicodeScalars.first == "\"" || arguments.isEmpty else {
      throw unquoted([word] + arguments.takeAll())
    }
    try arguments.end(takes: "one sound")
    return name
  }

  private static func unknown(_ word: Substring, _ rest: ArraySlice<Substring>) -> CommandError {
    if rest.contains(where: isFile) { return unquoted([word] + rest) }
    let nearest: String? =
      if PlanTime.isOff(word) {
        "bells off"
      } else if Digits.value(word.utf8) != nil {
        "bell volume \(QuotedInput(word).text)"
      } else if let bells = Vocabulary(BellsParser.words).exact(word) {
        QuotedInput((["bells", bells[...]] + rest).joined(separator: " ")).text
      } else {
        vocabulary.nearest(to: word).map { "bell \($0)" }
      }
    return .notAChoice(
      QuotedInput(word), command: "bell", nearest: nearest,
      choices: words.dropLast() + ["a file such as ./bell.wav"])
  }

  private static func unquoted(_ words: [Substring]) -> CommandError {
    let name = QuotedInput(words.joined(separator: " ")).text
    return .unquotedName(meant: "bell \(QuotedText.quote(name))")
  }
}

extension Bell.Sound {
  /// The built-in sound of this name.
  init?(named name: String) {
    guard let sound = Self.builtIn.first(where: { $0.name == name }) else { return nil }
    self = sound
  }

  /// The arguments of the command that sets it.
  var spelled: String {
    switch self {
    case .bowl, .gong, .chime, .wood, .clap: name ?? ""
    case .file(let path): BellParser.isFile(path) ? path : QuotedText.quote(path)
    }
  }
}
