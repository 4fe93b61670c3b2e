import MeditationCore
import Score
import Text

// MARK: - bells

/// Parses the arguments of `bells`: `every 5m`, `at 5m 12:30`, `random 4 7`, `off`.
enum BellsParser {
  static let words = ["every", "at", "random", "off"]
  private static let vocabulary = Vocabulary(words)

  static func parse(_ arguments: inout Arguments) throws(CommandError) -> PlanStep {
    let word = try arguments.take(needs: "a time, such as 'bells every 5m'")
    switch vocabulary.match(word) {
    case .found("every"): return .change(.bells(.every(try interval(&arguments))))
    case .found("at"): return .change(.bells(.at(try times(arguments.takeAll()))))
    case .found("random"): return try random(&arguments)
    case .found:
      try arguments.end(takes: "nothing after 'off'")
      return .change(.bells(.none))
    case .ambiguous, .unknown:
      throw .notAChoice(
        QuotedInput(word), command: "bells", nearest: nearest(to: word), choices: words)
    }
  }

  private static func interval(_ arguments: inout Arguments) throws(CommandError) -> Duration {
    guard let word = arguments.takeTime() else {
      throw .missing(command: "bells every", needs: "a time, such as 'bells every 5m'")
    }
    try arguments.end(takes: "one time after 'every'")
    return try PlanTime.parse(word, forms: "5m or 1:30")
  }

  private static func times(_ words: ArraySlice<Substring>) throws(CommandError) -> [Duration] {
    guard !words.isEmpty else {
      throw .missing(command: "bells at", needs: "times, such as 'bells at 5m 12:30'")
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

  private static func random(_ arguments: inout Arguments) throws(CommandError) -> PlanStep {
    guard arguments.next != nil else {
      throw .missing(command: "bells random", needs: "a number of bells, such as 'bells random 4'")
    }
    let word = try arguments.take(needs: "a number")
    let count = try Arguments.count(in: word, example: "bells random 4")
    guard let seed = try arguments.takeOnly(takes: "a number and one seed after 'random'") else {
      return .randomBells(count: count)
    }
    guard let number = Digits.value(seed.utf8), number < Int.max else {
      throw .notANumber(QuotedInput(seed), example: "bells random 4 7")
    }
    return .change(.bells(.random(count: count, seed: number)))
  }

  /// `bells every 5m` for `5m`.
  private static func nearest(to word: Substring) -> String? {
    if let near = vocabulary.nearest(to: word) { return "bells \(near)" }
    guard word.utf8.count <= QuotedInput.limit, (try? TimeText.parse(word)) != nil else {
      return nil
    }
    return "bells every \(word)"
  }
}

extension Bells {
  /// The arguments of the command that sets it.
  var spelled: String {
    switch self {
    case .none: "off"
    case .every(let interval): "every \(TimeText.brief(interval))"
    case .at(let times): "at \(times.map(TimeText.brief).joined(separator: " "))"
    case .random(let count, let seed): "random \(count) \(seed)"
    }
  }
}

// MARK: - bell

/// Parses the arguments of `bell`: `bowl`, `gong`, `chime`, `wood`, a file, `volume 60`.
enum BellParser {
  static let words = ["bowl", "gong", "chime", "wood", "volume"]
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
    switch name {
    case "gong": return .change(.bell(.gong))
    case "chime": return .change(.bell(.chime))
    case "wood": return .change(.bell(.wood))
    default: return .change(.bell(.bowl))
    }
  }

  /// Whether `word` means a file without quotation marks. Other names need them, or a directory:
  /// `./gong`.
  static func isFile(_ word: some StringProtocol) -> Bool {
    let scalars = word.unicodeScalars
    guard let first = scalars.first, first != "\"", first != "#" else { return false }
    return scalars.contains { $0 == "." || $0 == "/" }
      && !scalars.contains { $0 == "," || Words.isBlank($0) }
  }

  private static func file(
    _ word: Substring, _ arguments: inout Arguments
  ) throws(CommandError) -> String? {
    let isQuoted = word.unicodeScalars.first == "\""
    guard isQuoted || isFile(word) else { return nil }
    let name = isQuoted ? String(try QuotedText.unquote(word.unicodeScalars).text) : String(word)
    guard !name.isEmpty else { throw .missing(command: "bell", needs: "a sound or a file") }
    guard isQuoted || arguments.isEmpty else { throw unquoted([word] + arguments.takeAll()) }
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
  /// The arguments of the command that sets it.
  var spelled: String {
    switch self {
    case .bowl: "bowl"
    case .gong: "gong"
    case .chime: "chime"
    case .wood: "wood"
    case .file(let path): BellParser.isFile(path) ? path : QuotedText.quote(path)
    }
  }
}
