import CommandLanguage
import MeditationCore

extension JSONMessage {
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
