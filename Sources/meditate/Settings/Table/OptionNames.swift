import ArgumentParser
import Foundation

/// The long names of a command's options and flags, from the parser's dump of its help.
struct OptionNames {
  let names: Set<String>

  init(of command: any ParsableCommand.Type) {
    let dump = try? JSONDecoder().decode(Dump.self, from: Data(command._dumpHelp().utf8))
    let arguments = dump?.command.arguments ?? []
    names = Set(arguments.flatMap { $0.names ?? [] }.filter { $0.kind == "long" }.map(\.name))
  }

  /// A part of the parser's `ToolInfoV0`.
  private struct Dump: Decodable {
    struct Command: Decodable { let arguments: [Argument]? }
    struct Argument: Decodable { let names: [Name]? }
    struct Name: Decodable {
      let kind: String
      let name: String
    }

    let command: Command
  }
}
