import Text

/// Texts that are the rest of a line, in quotation marks or without.
enum FreeText {
  /// The name in `text`, an argument of `command`. One that begins with a quotation mark must end
  /// with the other.
  static func name(_ text: Substring, of command: String) throws(CommandError) -> String {
    guard isQuoted(text) else { return String(text) }
    let scalars = text.unicodeScalars
    let (name, end) = try QuotedText.unquote(scalars)
    guard end == scalars.endIndex else {
      let extra = Substring(scalars[end...].drop(while: Words.isBlank))
      throw .unexpected(Echo(extra), command: command, takes: "one text in quotation marks")
    }
    return String(name)
  }

  /// The note in `text`, safe to print on a terminal: a quote without its marks, or all of it.
  static func note(_ text: Substring) -> String {
    let unquoted = try? name(text, of: "note")
    let scalars = unquoted.map { $0[...] } ?? text
    let spaced = scalars.unicodeScalars.map { Words.isBlank($0) ? " " : $0 }
    return Words.trimmed(Echo.cleaned(spaced)[...])
  }

  /// Whether `text` begins with a quotation mark.
  static func isQuoted(_ text: Substring) -> Bool { text.unicodeScalars.first == "\"" }

  /// `text` as typed, in quotation marks where it is not the same without.
  static func spell(_ text: String) -> String { isPlain(text) ? text : QuotedText.quote(text) }

  /// Whether the line of a prompt or of a script gives `text` back without quotation marks, wherever
  /// it stands.
  private static func isPlain(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    guard let first = scalars.first, let last = scalars.last, first != " ", last != " " else {
      return false
    }
    let isOfWords = scalars.allSatisfy { scalar in
      scalar == " " || !(Words.isBlank(scalar) || scalar == "\"" || scalar == "#")
    }
    return isOfWords && !Words.split(text[...]).contains { $0.lowercased() == "to" }
  }
}
