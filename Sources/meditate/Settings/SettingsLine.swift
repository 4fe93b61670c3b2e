import MeditationText

/// A line of the settings file: `name = value # comment`.
///
/// `#` begins a comment at the beginning of the line or after a blank. A value in double quotes may
/// contain blanks and `#`; there are no escapes, so it cannot contain a double quote.
struct SettingsLine: Equatable {
  enum Content: Equatable {
    /// An empty line or a comment.
    case blank
    /// The name in lower case, the value without its quotes, the comment with its `#`.
    case setting(name: String, value: String, comment: String?)
    /// An invalid line, with the problem as a sentence.
    case invalid(String)
  }

  /// The bytes of the line, without its line feed.
  let bytes: [UInt8]
  let content: Content
  /// The range of a setting's value with its quotes; without a value, an empty range after `=`.
  let valueRange: Range<Int>

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard let text = String(validating: bytes, as: UTF8.self) else {
      (content, valueRange) = (.invalid("not UTF-8."), 0..<0)
      return
    }
    let value: Substring
    (content, value) = Self.parts(of: text)
    let start = text.utf8.distance(from: text.startIndex, to: value.startIndex)
    valueRange = start..<(start + value.utf8.count)
  }

  /// The name of the setting; `nil` if the line has none.
  var name: String? { if case .setting(let name, _, _) = content { name } else { nil } }

  /// The line as the parser reads it, with its value in quotes if it has any.
  private static func parts(of text: String) -> (Content, value: Substring) {
    let line = Words.trimmed(text[...])
    guard !line.isEmpty, !line.hasPrefix("#") else { return (.blank, "") }
    guard let sign = line.firstIndex(of: "=") else {
      return (.invalid("write 'name = value'; '#' begins a comment."), "")
    }
    let name = Words.trimmed(line[..<sign]).lowercased()
    let after = line[line.index(after: sign)...]
    let rest = after.drop { isBlank($0) }
    return rest.first == "\"" ? quoted(rest, name) : bare(after, name)
  }

  private static func quoted(_ rest: Substring, _ name: String) -> (Content, value: Substring) {
    let inner = rest.dropFirst()
    guard let end = inner.firstIndex(of: "\"") else {
      return (.invalid("the value of \(QuotedInput(name)) has no closing quote."), "")
    }
    let behind = inner.index(after: end)
    let comment = Words.trimmed(inner[behind...])
    guard comment.isEmpty || comment.hasPrefix("#") else {
      return (.invalid("only a comment may follow the quoted value of \(QuotedInput(name))."), "")
    }
    return (
      .setting(
        name: name, value: String(inner[..<end]), comment: comment.isEmpty ? nil : String(comment)),
      rest[..<behind]
    )
  }

  private static func bare(_ rest: Substring, _ name: String) -> (Content, value: Substring) {
    let start = zip(rest.indices, rest.indices.dropFirst())
      .first { isBlank(rest[$0]) && rest[$1] == "#" }?.1
    let value = Words.trimmed(rest[..<(start ?? rest.endIndex)])
    return (
      .setting(name: name, value: String(value), comment: start.map { String(rest[$0...]) }),
      value.isEmpty ? rest[..<rest.startIndex] : value
    )
  }

  private static func isBlank(_ character: Character) -> Bool {
    character == " " || character == "\t"
  }

  // MARK: - Changes

  /// The line with another value. Its name, blanks, comment and, if possible, quotes stay. Throws
  /// if no line can hold this value.
  func setting(_ value: String) throws(SettingProblem) -> SettingsLine {
    guard case .setting(let name, let old, let comment) = content else { return self }
    if value == old { return self }
    let isQuoted = bytes[valueRange].first == UInt8(ascii: "\"")
    let gap = valueRange.isEmpty ? " " : ""
    let (bare, quoted) = (gap + value, gap + "\"\(value)\"")
    let styles = (isQuoted ? [quoted, bare] : [bare, quoted]) + [bare + " "]
    let isOneLine = !value.utf8.contains { $0 < 0x20 || $0 == 0x7F }
    let line = styles.lazy.map(replacingValue).first {
      $0.content == .setting(name: name, value: value, comment: comment)
    }
    guard isOneLine, let line else {
      throw SettingProblem(
        message: "This value of '\(name)' cannot be written to the settings file: "
          + (isOneLine ? "it needs quotes, and has a '\"'." : "it has control characters."))
    }
    return line
  }

  /// The rest of the line without its setting: the user's comment.
  var comment: SettingsLine? {
    guard case .setting(_, _, let comment?) = content else { return nil }
    return SettingsLine(Array(comment.utf8) + bytes.suffix(1).filter { $0 == UInt8(ascii: "\r") })
  }

  private func replacingValue(_ text: String) -> SettingsLine {
    var bytes = bytes
    bytes.replaceSubrange(valueRange, with: text.utf8)
    return SettingsLine(bytes)
  }
}
