import MeditationControl
import MeditationCore
import MeditationLanguage
import MeditationScreens
import MeditationText

/// A message to a client: an object on a line of its own.
package protocol JSONLine: JSONObject {
  /// The type, which names the message.
  static var type: String { get }
}

extension JSONLine {
  /// The line in UTF-8, with its line break.
  package var bytes: [UInt8] {
    var text = JSONText()
    text.add(self)
    return text.bytes
  }
}

extension JSONText {
  /// Adds the line of `message`.
  mutating func add<Message: JSONLine>(_ message: Message) {
    object(message, type: Message.type)
    endLine()
  }
}

/// The messages.
///
/// Times are in seconds, moments as ISO 8601 with an offset; songs are numbered from 1.
enum JSONMessage {}

// MARK: - A conversation, from its first to its last message

extension JSONMessage {
  /// The first message: the state at the start.
  struct Hello: JSONLine {
    static let type = "hello"
    let schema: Int
    let version: String
    let songs: [Song]
    let skipped: [SkippedFileRow]
    let status: Status

    func writeMembers(to json: inout JSONText) {
      json.add("schema", schema)
      json.add("skipped", skipped)
      json.add("songs", songs)
      json.add("status", status)
      json.add("version", version)
    }
  }

  /// The last message: the program exits with this code.
  struct Bye: JSONLine {
    static let type = "bye"
    let code: Int32

    func writeMembers(to json: inout JSONText) {
      json.add("code", Int(code))
    }
  }

  /// The last message of a conversation that ends while the program runs on.
  struct Closed: JSONLine {
    static let type = "closed"

    /// One of the documented words, for programs.
    let reason: String
    /// The reason, for people.
    let text: String

    func writeMembers(to json: inout JSONText) {
      json.add("reason", reason)
      json.add("text", text)
    }
  }

  /// The answer to a line that was performed, sent after all events that it caused.
  struct Done: JSONLine {
    static let type = "done"

    /// The id of the line; the key is omitted if it had none.
    let id: String?

    func writeMembers(to json: inout JSONText) {
      if let id { json.add("id", id) }
    }
  }

  /// The answer to a line that was refused and changed nothing.
  struct Refused: JSONLine {
    static let type = "refused"

    /// The id of the line; the key is omitted if it had none, or an invalid one.
    let id: String?
    /// One of the documented words, for programs.
    let reason: String
    /// The reason and what to do instead, for people.
    let text: String

    func writeMembers(to json: inout JSONText) {
      if let id { json.add("id", id) }
      json.add("reason", reason)
      json.add("text", text)
    }
  }

  /// A line of text, as the prompt prints it.
  struct Line: JSONLine {
    static let type = "line"

    /// The meaning of the line; `nil` if it is a diagnostic.
    let style: RowStyle?
    let text: String

    func writeMembers(to json: inout JSONText) {
      json.add("style", style?.rawValue ?? "diagnostic")
      json.add("text", text)
    }
  }

  /// The answer to `help`.
  struct Help: JSONLine {
    static let type = "help"

    let commands: [CommandSpec]

    /// Help on the command with this full name or on this topic, or on all commands.
    init(on name: String?) {
      commands =
        name.map { name in
          let group = CommandSpec.group(name)
          return group.isEmpty ? CommandSpec.named(name).map { [$0] } ?? [] : group
        } ?? CommandSpec.topics
    }

    func writeMembers(to json: inout JSONText) {
      json.add("commands", commands)
    }
  }
}

/// A command. Lines of song numbers, which have no command name, are called `numbers`.
extension CommandSpec: JSONObject {
  package func writeMembers(to json: inout JSONText) {
    json.add("arguments", arguments)
    json.add("example", example)
    json.add("name", name)
    json.add("phases", Phase.allCases.filter(phases.contains).map(\.rawValue))
    json.add("summary", summary)
  }
}

// MARK: - Answers

extension JSONMessage {
  /// The answer to the line with this id, or to one without an id.
  ///
  /// - Parameter reply: `nil` if the line performed nothing, and was not refused.
  static func answer(_ reply: Reply?, to id: String?) -> any JSONLine {
    guard let (reason, text) = reply?.refusal else { return Done(id: id) }
    return Refused(id: id, reason: reason, text: text)
  }
}

extension Reply {
  /// Why the line was refused: a word for programs, and a text for people; `nil` if it was not.
  var refusal: (reason: String, text: String)? {
    switch self {
    case .refused(let refusal): (refusal.word, refusal.text)
    case .notUnderstood(let error): (RefusedLine.notUnderstood.rawValue, "\(error)")
    case .outcome, .page, .quit, .pending: nil
    }
  }
}
