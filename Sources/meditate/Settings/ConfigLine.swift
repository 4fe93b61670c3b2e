import Foundation

/// A line of the settings file: `name = value # comment`.
///
/// `#` begins a comment at the beginning of the line or after a blank. A value in double quotes may
/// contain blanks and `#`; there are no escapes, so it cannot contain a double quote.
struct ConfigLine: Equatable {
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

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    content = String(validating: bytes, as: UTF8.self).map(Self.content) ?? .invalid("not UTF-8.")
  }

  private static func content(of text: String) -> Content {
    let line = trimmed(text)
    guard !line.isEmpty, !line.hasPrefix("#") else { return .blank }
    let parts = line.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return .invalid("write 'name = value'; '#' begins a comment.") }
    let name = trimmed(parts[0]).lowercased()
    let rest = parts[1].drop { isBlank($0) }
    return rest.first == "\"" ? quoted(rest.dropFirst(), name) : bare(parts[1], name)
  }

  private static func quoted(_ rest: Substring, _ name: String) -> Content {
    guard let end = rest.firstIndex(of: "\"") else {
      return .invalid("the value of '\(name)' has no closing quote.")
    }
    let comment = trimmed(rest[rest.index(after: end)...])
    guard comment.isEmpty || comment.hasPrefix("#") else {
      return .invalid("only a comment may follow the quoted value of '\(name)'.")
    }
    return .setting(
      name: name, value: String(rest[..<end]), comment: comment.isEmpty ? nil : comment)
  }

  private static func bare(_ rest: Substring, _ name: String) -> Content {
    let start = zip(rest.indices, rest.indices.dropFirst())
      .first { isBlank(rest[$0]) && rest[$1] == "#" }?.1
    return .setting(
      name: name, value: trimmed(rest[..<(start ?? rest.endIndex)]),
      comment: start.map { String(rest[$0...]) })
  }

  private static func isBlank(_ character: Character) -> Bool {
    character == " " || character == "\t"
  }

  private static func trimmed(_ text: some StringProtocol) -> String {
    text.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
