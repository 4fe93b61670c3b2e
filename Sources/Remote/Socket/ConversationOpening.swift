import CommandLanguage

/// The first line of a conversation, if it chooses a form: `text` or `json`, and `watch` if the
/// conversation ends with the session.
///
/// Such a conversation has no `hello`.
struct ConversationOpening: Equatable {
  enum Form: String {
    /// The objects of `--format json`.
    case json
    /// Lines of text, as the prompt prints them.
    case text
  }

  static let watchWord = "watch"

  let id: String?
  let form: Form
  let isWatching: Bool

  /// The first line with these choices.
  var line: String {
    ([id.map { "#\($0)" }, form.rawValue, isWatching ? Self.watchWord : nil]).compactMap(\.self)
      .joined(separator: " ")
  }

  init(id: String?, form: Form, isWatching: Bool) {
    self.id = id
    self.form = form
    self.isWatching = isWatching
  }

  /// Parses `line`; `nil` if it chooses nothing, and is a command or a mistake.
  init?(_ line: String) {
    guard let identified = try? IdentifiedCommand.split(line) else { return nil }
    let words = identified.rest.split(whereSeparator: \.isWhitespace)
    guard let form = words.first.flatMap({ Form(rawValue: $0.lowercased()) }),
      words.count == 1 || words.dropFirst().elementsEqual([Self.watchWord[...]])
    else { return nil }
    self.init(id: identified.id, form: form, isWatching: words.count > 1)
  }
}
