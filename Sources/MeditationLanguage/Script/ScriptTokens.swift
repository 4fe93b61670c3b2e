import MeditationText

/// The words and the quotes of one line, consumed from the front.
struct ScriptTokens {
  private var rest: ArraySlice<Substring>
  /// The words taken so far, for error messages.
  private(set) var taken: String

  /// Creates the list of tokens after the statement's name.
  init(after name: String, _ tokens: ArraySlice<Substring>) {
    rest = tokens
    taken = name
  }

  var next: Substring? { rest.first }

  /// Takes the next token; `needs` describes it if it is missing.
  mutating func take(needs: String) throws(LineError) -> Substring {
    guard let token = rest.popFirst() else { throw .missing(command: taken, needs: needs) }
    return token
  }

  /// Takes the next token, which must be one of these words in full, ignoring case.
  mutating func take(oneOf vocabulary: Vocabulary) throws(LineError) -> String {
    let word = try take(needs: vocabulary.words.alternatives)
    guard let found = vocabulary.exact(word) else {
      throw .cannotFollow(
        QuotedInput(word), after: taken, nearest: vocabulary.nearest(to: word),
        choices: vocabulary.words)
    }
    taken += " " + found
    return found
  }

  /// Takes the next token, which must be the raw value of a case.
  mutating func take<Word: RawRepresentable<String> & CaseIterable>(
    _: Word.Type
  ) throws(LineError) -> Word {
    let vocabulary = Vocabulary(Word.allCases.map(\.rawValue))
    let text = try take(oneOf: vocabulary)
    guard let word = Word(rawValue: text) else {
      throw .cannotFollow(QuotedInput(text), after: taken, nearest: nil, choices: vocabulary.words)
    }
    return word
  }

  /// Takes the next tokens while they look like song numbers.
  mutating func takeNumbers() throws(LineError) -> [NumberRange] {
    let words = rest.prefix { SongNumbersParser.isBegun(by: $0) }
    rest = rest.dropFirst(words.count)
    if let first = words.first {
      taken += " \(QuotedInput(first).text)" + (words.count > 1 ? " …" : "")
    }
    do {
      return try SongNumbersParser.parse(words)
    } catch .notASongNumber(let word, _) {
      // The prompt's suggestion for `1:30` does not apply to scripts.
      throw .notASongNumber(word, meant: nil)
    } catch {
      throw error
    }
  }

  /// Takes the minus sign at the beginning of the next token, if there is one.
  mutating func takeSign() -> Bool {
    guard let token = rest.first, token.hasPrefix("-") else { return false }
    rest[rest.startIndex] = token.dropFirst()
    return true
  }

  /// Takes the next token as a time; `forms` are examples for error messages.
  mutating func takeTime(forms: String) throws(LineError) -> Duration {
    try Arguments.time(take(needs: "a time, such as \(forms)"), forms: forms)
  }

  /// Takes the remaining tokens as a reason: words, or one quoted text.
  mutating func takeReason() throws(LineError) -> String {
    defer { rest = [] }
    let quoted = rest.count == 1 ? rest.first.flatMap(Self.quoted) : nil
    let reason = quoted ?? QuotedInput.cleaned(rest.joined(separator: " ").unicodeScalars)
    guard !reason.isEmpty else {
      throw .missing(command: taken, needs: "a reason, such as 'the cable is out'")
    }
    return reason
  }

  /// Throws if any token remains.
  func end() throws(LineError) {
    guard let extra = rest.first else { return }
    throw .unexpected(QuotedInput(extra), command: taken, takes: "no further words")
  }
}

extension ScriptTokens {
  /// The text of `token`, safe to print on a terminal, if that is a quote; `nil` for a word.
  static func quoted(_ token: Substring) -> String? {
    guard FreeText.isQuoted(token), let (text, _) = try? QuotedText.unquote(token.unicodeScalars)
    else { return nil }
    return QuotedInput.cleaned(text)
  }
}
