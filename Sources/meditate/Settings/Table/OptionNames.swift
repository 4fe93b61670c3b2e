import ArgumentParser

/// The long names of a command's options and flags, from the parser's dump of its help.
struct OptionNames {
  let names: Set<String>

  init(of command: any ParsableCommand.Type) {
    let arguments = CommandInfo(of: command)?.arguments ?? []
    names = Set(arguments.flatMap { $0.names ?? [] }.filter { $0.kind == "long" }.map(\.name))
  }
}
