import Text

/// Text in double quotes, in which a backslash stands before a quotation mark or a backslash.
enum QuotedText {
  /// `text` in quotes.
  static func quote(_ text: String) -> String {
    var quoted = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }

  /// The text of the quote that opens at `start`, or at the first scalar, and the index after it.
  static func unquote(
    _ scalars: Substring.UnicodeScalarView, from start: Substring.Index? = nil
  ) throws(CommandError) -> (text: String.UnicodeScalarView, end: Substring.Index) {
    var text = String.UnicodeScalarView()
    var place = scalars.index(after: start ?? scalars.startIndex)
    while place < scalars.endIndex {
      var scalar = scalars[place]
      place = scalars.index(after: place)
      if scalar == "\"" { return (text, place) }
      if scalar == "\\" {
        guard place < scalars.endIndex else { throw .openQuote }
        scalar = scalars[place]
        guard scalar == "\"" || scalar == "\\" else { throw .badEscape }
        place = scalars.index(after: place)
      }
      text.append(scalar)
    }
    throw .openQuote
  }
}
