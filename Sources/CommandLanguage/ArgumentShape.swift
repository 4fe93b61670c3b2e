/// What may follow the name of a command.
enum ArgumentShape: Sendable {
  /// Nothing: the name alone is this command.
  case nothing(Command)
  /// Songs to pick, or to take out.
  case songs(picked: Bool)
  /// Where to go in a song.
  case seekTarget
  /// A volume, or a change of it, or nothing.
  case volume
  /// The name of a command, or nothing.
  case topic

  /// The words that may follow, for completion.
  var words: [String] {
    switch self {
    case .nothing, .seekTarget, .volume: []
    case .songs(picked: true): ["all", "none"]
    case .songs(picked: false): ["all"]
    case .topic: CommandSpec.topics.map(\.name)
    }
  }
}
