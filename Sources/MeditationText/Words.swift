package enum Words {
  /// The words between blanks; after `limit` splits, the rest of the line is the last word.
  package static func split(_ line: Substring, limit: Int = .max) -> [Substring] {
    line.unicodeScalars
      .split(maxSplits: limit, omittingEmptySubsequences: true, whereSeparator: isBlank)
      .map { Substring($0) }
  }

  package static func trimmed(_ text: Substring) -> Substring {
    let scalars = text.unicodeScalars
    guard let first = scalars.firstIndex(where: { !isBlank($0) }),
      let last = scalars.lastIndex(where: { !isBlank($0) })
    else { return text[..<text.startIndex] }
    return Substring(scalars[first...last])
  }

  /// True for a separator of words: white space, or the byte order mark that some programs write.
  package static func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII { return scalar == " " || (0x09...0x0D).contains(scalar.value) }
    return scalar == "\u{FEFF}" || scalar.properties.isWhitespace
  }
}
