import MeditationText

/// The words after a command's name, consumed from the front.
struct Arguments {
  /// The command's name and example, for messages.
  let name: String
  let example: String
  private(set) var rest: ArraySlice<Substring>

  init(of spec: CommandSpec, _ words: ArraySlice<Substring>) {
    name = spec.name
    example = spec.example
    rest = words
  }

  var isEmpty: Bool { rest.isEmpty }

  /// Takes all remaining words.
  mutating func takeAll() -> ArraySlice<Substring> {
    defer { rest = [] }
    return rest
  }

  /// Takes the next word, if there is one.
  mutating func takeFirst() -> Substring? { rest.popFirst() }

  /// Takes the rest of the line as it was typed; `nil` if there is none.
  mutating func takeText() -> Substring? {
    guard let first = rest.first, let last = rest.last else { return nil }
    rest = []
    return first.base[first.startIndex..<last.endIndex]
  }

  /// Takes the rest of the line, which is required; `needs` describes it in error messages.
  mutating func takeText(needs: String) throws(CommandError) -> Substring {
    guard let text = takeText() else { throw .missing(command: name, needs: needs) }
    return text
  }

  /// Throws if any word remains.
  func takeNothing() throws(CommandError) {
    if let word = rest.first { throw .takesNoWords(command: name, QuotedInput(word)) }
  }

  /// The next word.
  var next: Substring? { rest.first }

  /// Takes the next word; `needs` describes it in error messages.
  mutating func take(needs: String) throws(CommandError) -> Substring {
    guard let word = rest.popFirst() else { throw .missing(command: name, needs: needs) }
    return word
  }

  /// Takes the only word; `nil` if there is none. `takes` describes it in error messages.
  mutating func takeOnly(takes: String) throws(CommandError) -> Substring? {
    let word = rest.popFirst()
    try end(takes: takes)
    return word
  }

  /// Takes the only, required word; `needs` describes it in error messages.
  mutating func takeOnly(takes: String, needs: String) throws(CommandError) -> Substring {
    guard let word = try takeOnly(takes: takes) else { throw .missing(command: name, needs: needs) }
    return word
  }

  /// Takes the next word, with the words that go on a time in it: `20 minutes`, `1h 30m`; `nil` if
  /// there is none.
  mutating func takeTime() -> Substring? { Self.takeTime(from: &rest) }

  /// Takes a day up to today, which may be several words; `nil` if the next ones are none.
  mutating func takeDay() -> PastDay? { PastDay.take(from: &rest) }

  /// Takes the words up to the first place at which the rest of them `isEnd`.
  mutating func take(
    upTo isEnd: (_ rest: ArraySlice<Substring>) -> Bool
  ) -> ArraySlice<Substring> {
    let end = rest.indices.first { isEnd(rest[$0...]) } ?? rest.endIndex
    defer { rest = rest[end...] }
    return rest[..<end]
  }

  /// Takes the first of `rest`, with the words that go on a time in it.
  static func takeTime(from rest: inout ArraySlice<Substring>) -> Substring? {
    guard let first = rest.popFirst() else { return nil }
    let sign = first.utf8.first.map { "+-".utf8.contains($0) } ?? false
    for count in stride(from: min(rest.count, longestTime - 1), to: 0, by: -1) {
      let text = ([first] + rest.prefix(count)).joined(separator: " ")
      // Too long or not quite right, it is one time all the same.
      do throws(TimeError) { _ = try TimeText.parse(text.dropFirst(sign ? 1 : 0)) } catch {
        guard error != .notATime else { continue }
      }
      rest = rest.dropFirst(count)
      return text[...]
    }
    return first
  }

  /// The words of `1 h 30 min 10 s`.
  private static let longestTime = 6

  /// Takes the only, required time, or a word; `needs` describes it in error messages.
  mutating func takeOnlyTime(takes: String, needs: String) throws(CommandError) -> Substring {
    guard let time = takeTime() else { throw .missing(command: name, needs: needs) }
    try end(takes: takes)
    return time
  }

  /// Takes the only word, which must match one of `words` or an unambiguous prefix.
  ///
  /// - Parameter first: Those of which a prefix means none of the others.
  mutating func takeWord(
    of words: [String], preferring first: [String] = []
  ) throws(CommandError) -> String {
    let typed = try takeOnly(takes: "one word", needs: words.alternatives)
    if case .found(let word) = Vocabulary(first).match(typed) { return word }
    return try choice(typed, of: words)
  }

  /// The one of `words` that `typed` or an unambiguous prefix means.
  func choice(_ typed: Substring, of words: [String]) throws(CommandError) -> String {
    let vocabulary = Vocabulary(words)
    if case .found(let word) = vocabulary.match(typed) { return word }
    throw .notAChoice(
      QuotedInput(typed), command: name,
      nearest: vocabulary.nearest(to: typed).map { [name] in "\(name) \($0)" }, choices: words)
  }

  /// Takes the word `none` if it is the only one, and returns whether it did.
  mutating func takesNone() throws(CommandError) -> Bool {
    try takeScope(of: ["all", "none", "found"], where: { $0 == "none" }) != nil
  }

  /// Takes `word` if it is the last one, and not the only one.
  ///
  /// - Parameter shortest: The shortest prefix that stands for it; `nil` if none does.
  /// - Returns: True if it was.
  mutating func takesLast(_ word: String, orFrom shortest: String? = nil) -> Bool {
    guard rest.count > 1, let last = rest.last?.lowercased(),
      last == word || shortest.map({ last.hasPrefix($0) && word.hasPrefix(last) }) ?? false
    else { return false }
    rest = rest.dropLast()
    return true
  }

  /// Takes song numbers, `all`, `found` or, if the command takes it, `rest`.
  mutating func takeSongs(orRest takesRest: Bool = false) throws(CommandError) -> SongSelection {
    guard !isEmpty else {
      throw .missing(command: name, needs: "song numbers or 'all', such as '\(example)'")
    }
    switch try takeScope(of: ["all", "found"] + (takesRest ? ["rest"] : [])) {
    case "all": return .all
    case "rest": return .rest
    case nil: return .numbers(try SongNumbersParser.parse(takeAll()))
    default: return .found
    }
  }

  /// Takes the only word, the number of a song; `nil` if there is none.
  mutating func takeSong() throws(CommandError) -> Int? {
    guard let word = try takeOnly(takes: "one song number") else { return nil }
    let ranges = try SongNumbersParser.parse([word])
    guard ranges.count == 1, ranges[0].last == ranges[0].first else {
      throw .unexpected(QuotedInput(word), command: name, takes: "one song number")
    }
    return ranges[0].first
  }

  /// Takes song numbers, a scope such as `all`, or nothing.
  mutating func takeListScope() throws(CommandError) -> ListScope {
    guard !isEmpty else { return .screenful }
    switch try takeScope(of: ListScope.words) {
    case "picked": return .picked
    case "all": return .all
    case nil: return .numbers(try SongNumbersParser.parse(takeAll()))
    default: return .found
    }
  }

  /// Takes the only word if it matches one of `words` or an unambiguous prefix; otherwise returns
  /// `nil` and takes nothing.
  private mutating func takeScope(
    of words: [String], where isWanted: (String) -> Bool = { _ in true }
  ) throws(CommandError) -> String? {
    guard let first = rest.first, case .found(let word) = Vocabulary(words).match(first),
      isWanted(word)
    else { return nil }
    rest = rest.dropFirst()
    try end(takes: "nothing after '\(word)'")
    return word
  }

  /// Takes the only word, a number of percent after `volume`.
  mutating func takePercent() throws(CommandError) -> Int {
    let example = "\(name) volume 60"
    guard let word = try takeOnly(takes: "one number after 'volume'") else {
      throw .missing(command: "\(name) volume", needs: "a number, such as '\(example)'")
    }
    let digits = word.utf8.last == UInt8(ascii: "%") ? Substring(word.utf8.dropLast()) : word
    return try Self.count(in: digits, example: example)
  }

  /// The number in `word`; `example` is a valid line for error messages.
  static func count(in word: Substring, example: String) throws(CommandError) -> Int {
    guard let count = Digits.value(word.utf8) else {
      throw .notANumber(QuotedInput(word), example: example)
    }
    return count
  }

  /// Throws if any word remains; `takes` describes what the command takes.
  func end(takes: String) throws(CommandError) {
    if let extra = rest.first { throw .unexpected(QuotedInput(extra), command: name, takes: takes) }
  }
}
