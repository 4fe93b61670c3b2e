import Text

extension SetReference {
  /// The set in `text`, an argument of `command`: digits are a number, all else is a name.
  init(_ text: Substring, of command: String) throws(CommandError) {
    if let number = Digits.value(text.utf8), number < .max {
      self = .number(number)
    } else {
      self = .name(try FreeText.name(text, of: command))
    }
  }

  /// The reference as typed.
  var spelled: String {
    switch self {
    case .number(let number): "\(number)"
    case .name(let name):
      // A name that begins with a digit could be taken for a number or a time.
      name.utf8.first.map(ASCII.isDigit) ?? false
        ? QuotedText.quote(name) : FreeText.spell(name)
    }
  }
}
