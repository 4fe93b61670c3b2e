import Text

extension String {
  /// The text without white space around it.
  var trimmedBlanks: String {
    let start = unicodeScalars.drop(while: Words.isBlank)
    let end = start.lastIndex { !Words.isBlank($0) }.map { start.index(after: $0) }
    return String(start[..<(end ?? start.startIndex)])
  }
}
