import Text

/// Splits a line of the plan's notation.
enum PlanLexer {
  /// The words of each part of `line`, between commas. Empty parts are left out.
  ///
  /// A quotation mark at the start of a word begins a quote, which keeps its quotation marks; blanks
  /// and commas in it separate nothing.
  static func parts(of line: Substring) throws(CommandError) -> [[Substring]] {
    let scalars = line.unicodeScalars
    var parts: [[Substring]] = []
    var words: [Substring] = []
    var place = scalars.startIndex
    while place < scalars.endIndex {
      let start = place
      if scalars[place] == "," {
        if !words.isEmpty { parts.append(words) }
        words = []
        place = scalars.index(after: place)
      } else if Words.isBlank(scalars[place]) {
        place = scalars.index(after: place)
      } else {
        place =
          scalars[place] == "\""
          ? try QuotedText.unquote(scalars, from: place).end
          : scalars[place...].firstIndex { $0 == "," || Words.isBlank($0) } ?? scalars.endIndex
        words.append(line[start..<place])
      }
    }
    if !words.isEmpty { parts.append(words) }
    return parts
  }
}
