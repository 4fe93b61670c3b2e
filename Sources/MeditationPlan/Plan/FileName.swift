import MeditationText

enum FileName {
  /// The name of the file that `word`, an argument of `command`, means; `nil` if it means none.
  static func parse(
    _ word: Substring, of command: String, needs: String = "a sound or a file"
  ) throws(LineError) -> String? {
    let isQuoted = word.unicodeScalars.first == "\""
    guard isQuoted || isPlain(word) else { return nil }
    let name = isQuoted ? String(try QuotedText.unquote(word.unicodeScalars).text) : String(word)
    guard !name.isEmpty else { throw .missing(command: command, needs: needs) }
    return name
  }

  /// True if `word` means a file without quotation marks: it has a dot, or a directory as in `./gong`.
  static func isPlain(_ word: some StringProtocol) -> Bool {
    let scalars = word.unicodeScalars
    guard let first = scalars.first, first != "\"", first != "#" else { return false }
    return scalars.contains { $0 == "." || $0 == "/" }
      && !scalars.contains { $0 == "," || $0 == ";" || Words.isBlank($0) }
  }

  static func spell(_ path: String) -> String { isPlain(path) ? path : QuotedText.quote(path) }
}
