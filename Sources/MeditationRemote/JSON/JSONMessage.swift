import MeditationControl
import MeditationCore
import MeditationLanguage
import MeditationPractice
import MeditationScreens
import MeditationText

/// A message to a client: an object on a line of its own.
///
/// Times are in seconds, moments as ISO 8601 with an offset; songs are numbered from 1.
package struct JSONMessage: JSONObject {
  fileprivate let type: String
  private let members: [JSONMember]

  package init(_ type: String, _ members: [String: any JSONValue], and others: [JSONMember] = []) {
    self.type = type
    self.members = members.map { JSONMember($0.key, $0.value) } + others
  }

  package func writeMembers(to json: inout JSONText) { json.add(members) }

  /// The line in UTF-8, with its line break.
  package var bytes: [UInt8] {
    var text = JSONText()
    text.add(self)
    return text.bytes
  }
}

extension JSONText {
  mutating func add(_ message: JSONMessage) {
    object(message, type: message.type)
    endLine()
  }
}

// MARK: - A conversation, from its first to its last message

extension JSONMessage {
  static func bye(code: Int32) -> Self { Self("bye", ["code": Int(code)]) }

  /// The answer to the line with this id, or to one without a valid id: `done`, after all events
  /// that it caused, or `refused`, if it changed nothing.
  ///
  /// - Parameter reply: `nil` if the line performed nothing, and was not refused.
  static func answer(_ reply: Reply?, to id: String?) -> Self {
    // Without an id, its key is left out.
    let named = id.map { [JSONMember("id", $0)] } ?? []
    guard let (reason, text) = reply?.refusal else { return Self("done", [:], and: named) }
    return Self("refused", ["reason": reason, "text": text], and: named)
  }

  /// A line of text as printed by the prompt; a diagnostic without a style.
  static func line(_ text: String, as style: RowStyle?) -> Self {
    Self("line", ["style": style?.rawValue ?? "diagnostic", "text": text])
  }

  /// The answer to `help` on the command with this full name or on this topic, or on all commands.
  static func help(on name: String?) -> Self {
    let commands: [Commands.Row] =
      name.map { name in
        let group = Commands.group(name)
        return group.isEmpty ? Commands.topics.row(named: name).map { [$0] } ?? [] : group
      } ?? Commands.topics.rows
    return Self("help", ["commands": commands])
  }
}

/// A command. Lines of song numbers, which have no command name, are called `numbers`.
extension Word: JSONRecord, JSONObject, JSONValue where Value == Command {
  package var members: [String: any JSONValue] {
    let phases = Phase.allCases.filter { uses.contains($0.use) }.map(\.rawValue)
    return [
      "arguments": arguments, "example": example, "name": name, "phases": phases,
      "summary": summary,
    ]
  }
}

extension Reply {
  /// Why the line was refused: a word for programs, and a text for people; otherwise `nil`.
  var refusal: (reason: String, text: String)? {
    switch self {
    case .refused(let refusal): (refusal.word, refusal.text)
    case .notUnderstood(let error): (LineError.word, "\(error)")
    case .outcome, .page, .quit, .pending: nil
    }
  }
}
