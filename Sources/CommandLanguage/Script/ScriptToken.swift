import Text

/// A word or a quoted text in a line of a script.
struct ScriptToken: Equatable {
  /// As written, with quotation marks.
  let source: Substring
  /// The text in the quotation marks; `nil` for a word.
  let quoted: String?

  /// The tokens of `line`, and `line` without its comment.
  ///
  /// Outside quotes, a comment begins with `#` at the start of the line or after a blank. A
  /// quotation mark opens a quote only at the start of a token: `12"` is a word.
  static func split(
    _ line: Substring
  ) throws(ScriptMistake) -> (tokens: [ScriptToken], content: Substring) {
    let scalars = line.unicodeScalars
    var tokens: [ScriptToken] = []
    var place = scalars.startIndex
    while true {
      place = scalars[place...].firstIndex { !Words.isBlank($0) } ?? scalars.endIndex
      guard place < scalars.endIndex, scalars[place] != "#" else { break }
      if scalars[place] == "\"" {
        let (text, end) = try unquote(scalars, from: place)
        tokens.append(ScriptToken(source: line[place..<end], quoted: text))
        place = end
      } else {
        let end = scalars[place...].firstIndex(where: Words.isBlank) ?? scalars.endIndex
        tokens.append(ScriptToken(source: line[place..<end], quoted: nil))
        place = end
      }
    }
    return (tokens, line[..<place])
  }

  /// The clean text of the quote that opens at `start`, and the index after it.
  private static func unquote(
    _ scalars: Substring.UnicodeScalarView, from start: Substring.Index
  ) throws(ScriptMistake) -> (text: String, end: Substring.Index) {
    do {
      let (text, end) = try QuotedText.unquote(scalars, from: start)
      return (Echo.cleaned(text), end)
    } catch {
      throw .command(error)
    }
  }
}
