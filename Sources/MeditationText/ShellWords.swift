/// A command that the user gives, as in a shell: a program and its arguments.
package struct ShellWords: Equatable, Sendable {
  /// Why a text is no command, as a sentence.
  package struct Mistake: Error, Equatable, CustomStringConvertible {
    package let description: String
  }

  package let words: [String]

  /// Splits `text` into words, as a shell does, but expands nothing except `~` for `home`.
  ///
  /// A backslash quotes the next character, and single quotes all between them. So do double quotes,
  /// but for a backslash before `"` or another backslash.
  package init(parsing text: String, home: String?) throws(Mistake) {
    var words: [String] = []
    var rest = text.unicodeScalars[...].drop(while: Words.isBlank)
    while !rest.isEmpty {
      words.append(try Self.word(from: &rest, home: home))
      rest = rest.drop(while: Words.isBlank)
    }
    guard words.first?.isEmpty == false else {
      throw Mistake(description: "write a command, such as 'notify-send Bell'.")
    }
    self.words = words
  }

  /// Takes a word off `rest`, which begins with one.
  private static func word(
    from rest: inout Substring.UnicodeScalarView, home: String?
  ) throws(Mistake) -> String {
    var word = String.UnicodeScalarView()
    if let home, rest.first == "~" {
      let after = rest.dropFirst().first
      if after == nil || after == "/" || after.map(Words.isBlank) ?? false {
        word += home.unicodeScalars
        rest.removeFirst()
      }
    }
    var quote: Unicode.Scalar?
    while let scalar = rest.first, quote != nil || !Words.isBlank(scalar) {
      rest.removeFirst()
      switch (scalar, quote) {
      case ("'", nil), ("\"", nil): quote = scalar
      case ("'", "'"?), ("\"", "\""?): quote = nil
      case ("\\", nil):
        guard let next = rest.popFirst() else {
          throw Mistake(description: "nothing follows the backslash at the end.")
        }
        word.append(next)
      case ("\\", "\""?) where rest.first == "\"" || rest.first == "\\":
        word.append(rest.removeFirst())
      default: word.append(scalar)
      }
    }
    if let quote { throw Mistake(description: "the quote \(quote) is not closed.") }
    return String(word)
  }
}
