import MeditationText

extension Arguments {
  /// Takes a day up to today, which may be several words; `nil` if the next ones are none.
  mutating func takeDay() -> PastDay? { PastDay.take(from: &rest) }

  /// Takes song numbers, words after a field such as `title:ocean`, `all`, `found`, maybe `rest`.
  mutating func takeSongs(orRest takesRest: Bool = false) throws(LineError) -> SongSelection {
    guard !isEmpty else {
      throw .missing(command: name, needs: "song numbers or 'all', such as '\(example)'")
    }
    switch try takeScope(of: ["all", "found"] + (takesRest ? ["rest"] : [])) {
    case "all": return .all
    case "rest": return .rest
    case nil where next.flatMap({ SearchField.split(String($0)) }) != nil:
      return .matching(try SearchWords.parse(takeAll()))
    case nil: return .numbers(try SongNumbersParser.parse(takeAll()))
    default: return .found
    }
  }

  /// Takes the only word, the number of a song; `nil` if there is none.
  mutating func takeSong() throws(LineError) -> Int? {
    guard let word = try takeOnly(takes: "one song number") else { return nil }
    guard let song = try SongNumbersParser.parse([word]).single else {
      throw .unexpected(QuotedInput(word), command: name, takes: "one song number")
    }
    return song
  }

  /// Takes song numbers, a scope such as `all`, or nothing.
  mutating func takeListScope() throws(LineError) -> ListScope {
    guard !isEmpty else { return .screenful }
    switch try takeScope(of: ListScope.words) {
    case "picked": return .picked
    case "all": return .all
    case nil: return .numbers(try SongNumbersParser.parse(takeAll()))
    default: return .found
    }
  }
}
