import MeditationControl
import MeditationCore
import MeditationLanguage
import MeditationScreens
import MeditationText

/// The messages to a client: one object each, named by its `type`.
///
/// Times are in seconds, moments as ISO 8601 with an offset; songs are numbered from 1.
enum JSONMessage: JSONValue {
  // The first and the last message.
  case hello(Hello)
  case bye(Bye)
  case closed(Closed)
  // Events.
  case mode(Mode)
  case length(LengthChange)
  case phase(PhaseChange)
  case transport(TransportChange)
  case position(Position)
  case jump(Jump)
  case volume(Volume)
  case level(LevelBody)
  case cue(CueReached)
  case fault(Fault)
  case summary(Summary)
  case practice(PracticeChange)
  // Pages.
  case list(List)
  case info(Info)
  case status(Status)
  case plan(PlanMessage)
  case order(Order)
  case repeating(Repeating)
  case finishAfter(FinishAfter)
  case home(Home)
  case journal(Journal)
  case totals(Totals)
  case sets(Sets)
  case set(SetContents)
  case settings(Settings)
  case sessions(Sessions)
  case drivers(Drivers)
  case skipped(Skipped)
  case help(Help)
  case line(Line)
  // Answers.
  case done(Done)
  case refused(Refused)

  /// The line of the message in UTF-8, with its line break.
  var bytes: [UInt8] {
    var text = JSONText()
    text.add(self)
    return text.bytes
  }

  /// Writes the object, including its type.
  func write(to json: inout JSONText) {
    switch self {
    case .hello(let content): json.object(content, type: "hello")
    case .bye(let content): json.object(content, type: "bye")
    case .closed(let content): json.object(content, type: "closed")
    case .length(let content): json.object(content, type: "length")
    case .mode(let content): json.object(content, type: "mode")
    case .phase(let content): json.object(content, type: "phase")
    case .transport(let content): json.object(content, type: "transport")
    case .position(let content): json.object(content, type: "position")
    case .jump(let content): json.object(content, type: "jump")
    case .volume(let content): json.object(content, type: "volume")
    case .level(let content): json.object(content, type: "level")
    case .cue(let content): json.object(content, type: "cue")
    case .fault(let content): json.object(content, type: "fault")
    case .summary(let content): json.object(content, type: "summary")
    case .practice(let content): json.object(content, type: "practice")
    case .list(let content): json.object(content, type: "list")
    case .info(let content): json.object(content, type: "info")
    case .status(let content): json.object(content, type: "status")
    case .order(let content): json.object(content, type: "order")
    case .repeating(let content): json.object(content, type: "repeat")
    case .finishAfter(let content): json.object(content, type: "finish-after")
    case .plan(let content): json.object(content, type: "plan")
    case .home(let content): json.object(content, type: "home")
    case .journal(let content): json.object(content, type: "journal")
    case .totals(let content): json.object(content, type: "totals")
    case .sets(let content): json.object(content, type: "sets")
    case .set(let content): json.object(content, type: "set")
    case .settings(let content): json.object(content, type: "settings")
    case .sessions(let content): json.object(content, type: "sessions")
    case .drivers(let content): json.object(content, type: "drivers")
    case .skipped(let content): json.object(content, type: "skipped")
    case .help(let content): json.object(content, type: "help")
    case .line(let content): json.object(content, type: "line")
    case .done(let content): json.object(content, type: "done")
    case .refused(let content): json.object(content, type: "refused")
    }
  }
}

// MARK: - A conversation, from its first to its last message

extension JSONMessage {
  /// The first message: the state at the start.
  struct Hello: JSONObject {
    let schema: Int
    let version: String
    let songs: [Song]
    let skipped: [SkippedFile]
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
  struct Bye: JSONObject {
    let code: Int32

    func writeMembers(to json: inout JSONText) {
      json.add("code", Int(code))
    }
  }

  /// The last message of a conversation that ends while the program runs on.
  struct Closed: JSONObject {
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
  struct Done: JSONObject {
    /// The id of the line; the key is omitted if it had none.
    let id: String?

    func writeMembers(to json: inout JSONText) {
      if let id { json.add("id", id) }
    }
  }

  /// The answer to a line that was refused and changed nothing.
  struct Refused: JSONObject {
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
  struct Line: JSONObject {
    /// The meaning of the line; `nil` if it is a diagnostic.
    let style: RowStyle?
    let text: String

    func writeMembers(to json: inout JSONText) {
      json.add("style", style?.jsonWord ?? "diagnostic")
      json.add("text", text)
    }
  }

  /// The answer to `help`.
  struct Help: JSONObject {
    /// One command. Lines of song numbers, which have no command name, are called `numbers`.
    struct Entry: JSONObject {
      let name: String
      let arguments: String
      let summary: String
      let example: String
      let phases: [String]

      init(_ spec: CommandSpec) {
        name = spec.name
        arguments = spec.arguments
        summary = spec.summary
        example = spec.example
        phases = Phase.allCases.filter(spec.phases.contains).map(\.rawValue)
      }

      func writeMembers(to json: inout JSONText) {
        json.add("arguments", arguments)
        json.add("example", example)
        json.add("name", name)
        json.add("phases", phases)
        json.add("summary", summary)
      }
    }

    let commands: [Entry]

    /// Help on the command with this full name or on this topic, or on all commands.
    init(on name: String?) {
      let specs =
        name.map { name in
          let group = CommandSpec.group(name)
          return group.isEmpty ? CommandSpec.named(name).map { [$0] } ?? [] : group
        } ?? CommandSpec.topics
      commands = specs.map(Entry.init)
    }

    func writeMembers(to json: inout JSONText) {
      json.add("commands", commands)
    }
  }
}

// MARK: - Answers

extension JSONMessage {
  /// The answer to the line with this id, or to one without an id.
  ///
  /// - Parameter reply: `nil` if the line performed nothing, and was not refused.
  static func answer(_ reply: Reply?, to id: String?) -> Self {
    guard let (reason, text) = reply?.refusal else { return .done(Done(id: id)) }
    return .refused(Refused(id: id, reason: reason, text: text))
  }
}

extension Reply {
  /// Why the line was refused: a word for programs, and a text for people; `nil` if it was not.
  fileprivate var refusal: (reason: String, text: String)? {
    switch self {
    case .refused(let refusal): (refusal.word, refusal.text)
    case .notUnderstood(let error): (RefusedLine.notUnderstood.rawValue, "\(error)")
    case .outcome, .page, .quit, .pending: nil
    }
  }
}

extension RowStyle {
  /// The name in the protocol.
  fileprivate var jsonWord: String {
    switch self {
    case .plain: "plain"
    case .heading: "heading"
    case .current: "current"
    case .picked: "picked"
    case .finished: "finished"
    case .cancelled: "cancelled"
    case .warning: "warning"
    case .muted: "muted"
    }
  }
}

extension JSONText {
  /// Adds a line with `message`.
  mutating func add(_ message: JSONMessage) {
    message.write(to: &self)
    endLine()
  }
}
