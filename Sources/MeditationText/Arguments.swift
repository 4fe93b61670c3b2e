/// The words after a command's name, consumed from the front.
///
/// In error messages, `needs` describes what is missing, and `takes` what the command takes.
package struct Arguments {
  /// The command's name and example, for messages.
  package var name: String
  package let example: String
  package var rest: ArraySlice<Substring>

  package init(name: String, example: String, _ words: ArraySlice<Substring>) {
    (self.name, self.example, rest) = (name, example, words)
  }

  package init<Value>(of word: Word<Value>, _ words: ArraySlice<Substring>) {
    self.init(name: word.name, example: word.example, words)
  }

  package var isEmpty: Bool { rest.isEmpty }

  package mutating func takeAll() -> ArraySlice<Substring> {
    defer { rest = [] }
    return rest
  }

  package mutating func takeFirst() -> Substring? { rest.popFirst() }

  /// Takes the rest of the line as it was typed; `nil` if there is none.
  package mutating func takeText() -> Substring? {
    guard let first = rest.first, let last = rest.last else { return nil }
    rest = []
    return first.base[first.startIndex..<last.endIndex]
  }

  package mutating func takeText(needs: String) throws(LineError) -> Substring {
    guard let text = takeText() else { throw .missing(command: name, needs: needs) }
    return text
  }

  package var next: Substring? { rest.first }

  package mutating func take(needs: String) throws(LineError) -> Substring {
    guard let word = rest.popFirst() else { throw .missing(command: name, needs: needs) }
    return word
  }

  /// Takes the only word; `nil` if there is none.
  package mutating func takeOnly(takes: String) throws(LineError) -> Substring? {
    let word = rest.popFirst()
    try end(takes: takes)
    return word
  }

  package mutating func takeOnly(takes: String, needs: String) throws(LineError) -> Substring {
    guard let word = try takeOnly(takes: takes) else { throw .missing(command: name, needs: needs) }
    return word
  }

  /// Takes the next word and those of its time: `20 minutes`, `1h 30m`; `nil` if there is none.
  package mutating func takeTime() -> Substring? { Self.takeTime(from: &rest) }

  /// Takes the words up to the first place at which `isEnd` is true of the rest.
  package mutating func take(
    upTo isEnd: (_ rest: ArraySlice<Substring>) -> Bool
  ) -> ArraySlice<Substring> {
    let end = rest.indices.first { isEnd(rest[$0...]) } ?? rest.endIndex
    defer { rest = rest[end...] }
    return rest[..<end]
  }

  /// Takes the first of `rest`, with the words that go on a time in it.
  package static func takeTime(from rest: inout ArraySlice<Substring>) -> Substring? {
    guard let first = rest.popFirst() else { return nil }
    let sign = first.leadingSign
    for count in stride(from: min(rest.count, longestTime - 1), to: 0, by: -1) {
      let text = ([first] + rest.prefix(count)).joined(separator: " ")
      // Too long or not quite right, it is one time all the same.
      do throws(TimeError) { _ = try TimeText.parse(text.dropFirst(sign.count)) } catch {
        guard error != .notATime else { continue }
      }
      rest = rest.dropFirst(count)
      return text[...]
    }
    return first
  }

  /// The number of words in `1 h 30 min 10 s`.
  private static let longestTime = 6

  /// Takes the only time, or a word.
  package mutating func takeOnlyTime(takes: String, needs: String) throws(LineError) -> Substring {
    guard let time = takeTime() else { throw .missing(command: name, needs: needs) }
    try end(takes: takes)
    return time
  }

  /// Takes the only word, which must be a choice of `words`.
  package mutating func takeWord(
    of words: [String], preferring first: [String] = []
  ) throws(LineError) -> String {
    let typed = try takeOnly(takes: "one word", needs: words.alternatives)
    return try choice(typed, of: words, preferring: first)
  }

  /// The one of `words` that `typed` or an unambiguous prefix means.
  ///
  /// - Parameters:
  ///   - first: Words that win over the others if both begin with what was typed.
  ///   - hints: Words that users try instead, each with the one to suggest.
  package func choice(
    _ typed: Substring, of words: [String], preferring first: [String] = [],
    hints: [String: String] = [:]
  ) throws(LineError) -> String {
    if case .found(let word) = Vocabulary(first).match(typed) { return word }
    let vocabulary = Vocabulary(words, hints: hints)
    if case .found(let word) = vocabulary.match(typed) { return word }
    throw .notAChoice(
      QuotedInput(typed), command: name,
      nearest: vocabulary.nearest(to: typed).map { [name] in "\(name) \($0)" }, choices: words)
  }

  /// Takes `word` if it is the last one, and not the only one.
  ///
  /// - Parameter shortest: The shortest prefix that stands for it; `nil` if none does.
  /// - Returns: True if it was.
  package mutating func takesLast(_ word: String, orFrom shortest: String? = nil) -> Bool {
    guard rest.count > 1, let last = rest.last?.lowercased(),
      last == word || shortest.map({ last.hasPrefix($0) && word.hasPrefix(last) }) ?? false
    else { return false }
    rest = rest.dropLast()
    return true
  }

  /// Takes the only word if it is one of `words` or an unambiguous prefix; otherwise takes nothing.
  package mutating func takeScope(of words: [String]) throws(LineError) -> String? {
    guard let first = rest.first, case .found(let word) = Vocabulary(words).match(first) else {
      return nil
    }
    rest = rest.dropFirst()
    try end(takes: "nothing after '\(word)'")
    return word
  }

  /// Takes the only word, a number of percent after `volume`.
  package mutating func takePercent() throws(LineError) -> Int {
    let example = "\(name) volume 60"
    guard let word = try takeOnly(takes: "one number after 'volume'") else {
      throw .missing(command: "\(name) volume", needs: "a number, such as '\(example)'")
    }
    let digits = word.utf8.last == UInt8(ascii: "%") ? Substring(word.utf8.dropLast()) : word
    return try Self.count(in: digits, example: example)
  }

  /// The number in `word`; `example` is a valid line for error messages.
  package static func count(in word: Substring, example: String) throws(LineError) -> Int {
    guard let count = Digits.value(word.utf8) else {
      throw .wrong(QuotedInput(word), "is not a whole number. Write '\(example)'.")
    }
    return count
  }

  /// The percentage in `word`, with its sign if it is a change of the volume: `80`, `+5`, `-5%`.
  package static func volume(_ word: Substring) throws(LineError) -> (sign: String, percent: Int) {
    let sign = word.leadingSign
    var digits = word.utf8.dropFirst(sign.count)
    if digits.last == UInt8(ascii: "%") { digits.removeLast() }
    guard let percent = Digits.value(digits) else { throw .notAVolume(QuotedInput(word)) }
    guard percent <= 100 else {
      throw .wrong(QuotedInput(word), "is out of range. The volume goes from 0 to 100.")
    }
    return (sign, percent)
  }

  /// The time after `sign` in `word`, negative after a minus; `forms` are examples for error messages.
  package static func time(
    _ word: Substring, sign: String = "", numberIn unit: TimeUnit = .seconds, forms: String
  ) throws(LineError) -> Duration {
    do {
      let time = try TimeText.parse(word.dropFirst(sign.count), numberIn: unit)
      return sign == "-" ? .zero - time : time
    } catch .nearly(let meant, let reason) {
      throw .badTime(QuotedInput(word), .nearly(sign + meant, reason: reason), forms: forms)
    } catch {
      throw .badTime(QuotedInput(word), error, forms: forms)
    }
  }

  /// Throws if any word remains.
  package func end(takes: String) throws(LineError) {
    if let extra = rest.first { throw .unexpected(QuotedInput(extra), command: name, takes: takes) }
  }
}
