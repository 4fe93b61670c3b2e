/// Text in double quotes, in which a backslash stands before a quotation mark or a backslash.
package enum QuotedText {
  package static func quote(_ text: String) -> String {
    var quoted = String.UnicodeScalarView("\"".unicodeScalars)
    for scalar in text.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { quoted.append("\\") }
      quoted.append(scalar)
    }
    quoted.append("\"")
    return String(quoted)
  }

  /// The text of the quote that opens at `start`, or at the first scalar, and the index after it.
  package static func unquote(
    _ scalars: Substring.UnicodeScalarView, from start: Substring.Index? = nil
  ) throws(LineError) -> (text: String.UnicodeScalarView, end: Substring.Index) {
    var text = String.UnicodeScalarView()
    var place = scalars.index(after: start ?? scalars.startIndex)
    while place < scalars.endIndex {
      var scalar = scalars[place]
      place = scalars.index(after: place)
      if scalar == "\"" { return (text, place) }
      if scalar == "\\" {
        guard place < scalars.endIndex else { break }
        scalar = scalars[place]
        guard scalar == "\"" || scalar == "\\" else {
          throw .mistake("In quotes, write '\\\"' for a quotation mark and '\\\\' for a backslash.")
        }
        place = scalars.index(after: place)
      }
      text.append(scalar)
    }
    throw .mistake("The closing quotation mark is missing.")
  }

  /// The end of the word at `start`: of the quote that it opens, or the first separator after it.
  package static func endOfWord(
    in scalars: Substring.UnicodeScalarView, from start: Substring.Index,
    where isSeparator: (Unicode.Scalar) -> Bool = Words.isBlank
  ) throws(LineError) -> Substring.Index {
    if scalars[start] == "\"" { return try unquote(scalars, from: start).end }
    return scalars[start...].firstIndex(where: isSeparator) ?? scalars.endIndex
  }

  /// The words of `text`; a quotation mark at the start of a word begins one that ends with the
  /// next: `12"` is a plain word. A word that begins with `comment` ends them.
  package static func words(
    of text: Substring, before comment: Unicode.Scalar? = nil
  ) throws(LineError) -> [Substring] {
    let scalars = text.unicodeScalars
    var words: [Substring] = []
    var place = scalars.startIndex
    while true {
      place = scalars[place...].firstIndex { !Words.isBlank($0) } ?? scalars.endIndex
      guard place < scalars.endIndex, scalars[place] != comment else { return words }
      let end = try endOfWord(in: scalars, from: place)
      words.append(text[place..<end])
      place = end
    }
  }
}

// MARK: - The rest of a line

/// Texts that are the rest of a line, in quotation marks or without.
package enum FreeText {
  /// The name in `text` for `command`; a quotation mark at its beginning needs one at its end.
  package static func name(_ text: Substring, of command: String) throws(LineError) -> String {
    guard isQuoted(text) else { return String(text) }
    let scalars = text.unicodeScalars
    let (name, end) = try QuotedText.unquote(scalars)
    guard end == scalars.endIndex else {
      let extra = Substring(scalars[end...].drop(while: Words.isBlank))
      throw .unexpected(QuotedInput(extra), command: command, takes: "one text in quotation marks")
    }
    return String(name)
  }

  /// The longest note and the longest label, in characters. The journal may have longer notes, which
  /// were kept before there was a limit, or imported.
  package static let longestNote = 1_000
  package static let longestLabel = 40

  /// The note in `text`: all of it, if it is not too long.
  package static func note(_ text: Substring) throws(LineError) -> String {
    let note = cleaned(text)
    guard note.count <= longestNote else {
      throw .mistake("That note is too long. A note has 1,000 characters at most.")
    }
    return note
  }

  /// The label in `text`: as a note, but short.
  package static func label(_ text: Substring) throws(LineError) -> String {
    let label = cleaned(text)
    guard label.count <= longestLabel else {
      throw .wrong(
        QuotedInput(label), "is too long. A label has \(longestLabel) characters at most.")
    }
    return label
  }

  /// True if `text` begins with a number, which may be meant as a row of the journal.
  package static func beginsWithRow(_ text: Substring) -> Bool {
    let words = Words.split(text, limit: 2)
    return words.count > 1 && words[0].utf8.allSatisfy(ASCII.isDigit)
  }

  /// `text`, safe to print on a terminal: a quote without its marks, or all of it.
  private static func cleaned(_ text: Substring) -> String {
    let unquoted = try? name(text, of: "note")
    let scalars = unquoted.map { $0[...] } ?? text
    let spaced = scalars.unicodeScalars.map { Words.isBlank($0) ? " " : $0 }
    return String(Words.trimmed(QuotedInput.cleaned(spaced)[...]))
  }

  package static func isQuoted(_ text: Substring) -> Bool { text.unicodeScalars.first == "\"" }

  /// `text` as typed, in quotation marks where it is not the same without.
  package static func spell(_ text: String) -> String {
    isPlain(text) ? text : QuotedText.quote(text)
  }

  /// True if the end of a line, at a prompt or in a script, gives `text` back without quotation marks.
  private static func isPlain(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last, first != " ", last != " " else {
      return false
    }
    return scalars.allSatisfy { scalar in
      scalar == " " || !(Words.isBlank(scalar) || scalar == "\"" || scalar == "#")
    }
  }
}
