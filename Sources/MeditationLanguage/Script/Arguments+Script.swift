import MeditationText

/// The words and quotes of a script's line. Taken ones become part of the name, for error messages.
extension Arguments {
  /// Takes the next token, which must be one of these words in full, ignoring case.
  mutating func take(oneOf vocabulary: Vocabulary) throws(LineError) -> String {
    let word = try take(needs: vocabulary.words.alternatives)
    guard let found = vocabulary.exact(word) else {
      throw .cannotFollow(
        QuotedInput(word), after: name, nearest: vocabulary.nearest(to: word),
        choices: vocabulary.words)
    }
    name += " " + found
    return found
  }

  /// Takes the next token, which must be the raw value of a case.
  mutating func take<Word: RawRepresentable<String> & CaseIterable>(
    _: Word.Type
  ) throws(LineError) -> Word {
    let vocabulary = Vocabulary(Word.allCases.map(\.rawValue))
    let text = try take(oneOf: vocabulary)
    guard let word = Word(rawValue: text) else {
      throw .cannotFollow(QuotedInput(text), after: name, nearest: nil, choices: vocabulary.words)
    }
    return word
  }

  /// Takes the next tokens while they look like song numbers.
  mutating func takeNumbers() throws(LineError) -> [NumberRange] {
    let words = rest.prefix { SongNumbersParser.isBegun(by: $0) }
    rest = rest.dropFirst(words.count)
    if let first = words.first {
      name += " \(QuotedInput(first).text)" + (words.count > 1 ? " …" : "")
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
    let quoted = rest.count == 1 ? rest.first.flatMap(Self.unquoted) : nil
    let reason = quoted ?? QuotedInput.cleaned(rest.joined(separator: " ").unicodeScalars)
    guard !reason.isEmpty else {
      throw .missing(command: name, needs: "a reason, such as 'the cable is out'")
    }
    return reason
  }

  /// Takes the next token, which must be a quote.
  mutating func takeQuote(needs: String) throws(LineError) -> String {
    guard let text = Self.unquoted(try take(needs: needs)), !text.isEmpty else {
      throw .missing(command: name, needs: needs)
    }
    return text
  }

  private static func unquoted(_ token: Substring) -> String? {
    guard FreeText.isQuoted(token), let (text, _) = try? QuotedText.unquote(token.unicodeScalars)
    else { return nil }
    return QuotedInput.cleaned(text)
  }
}
