import MeditationCore
import Score
import Text

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
      return .change(.bellVolume(try CountParser.percent(&arguments, of: "bell")))
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

  // MARK: Errors

  private static func unknown(_ word: Substring, _ rest: ArraySlice<Substring>) -> CommandError {
    if rest.contains(where: isFile) { return unquoted([word] + rest) }
    let nearest: String? =
      if PlanTime.isOff(word) {
        "bells off"
      } else if Digits.value(word.utf8) != nil {
        "bell volume \(Echo(word).text)"
      } else if let bells = Vocabulary(BellsParser.words).exact(word) {
        Echo((["bells", bells[...]] + rest).joined(separator: " ")).text
      } else {
        vocabulary.nearest(to: word).map { "bell \($0)" }
      }
    return .notAChoice(
      Echo(word), command: "bell", nearest: nearest,
      choices: words.dropLast() + ["a file such as ./bell.wav"])
  }

  private static func unquoted(_ words: [Substring]) -> CommandError {
    let name = Echo(words.joined(separator: " ")).text
    return .unquotedName(meant: "bell \(QuotedText.quote(name))")
  }
}
