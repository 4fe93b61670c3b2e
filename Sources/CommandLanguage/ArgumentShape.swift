/// What may follow the name of a command.
enum ArgumentShape: Sendable {
  /// Nothing: the name alone is this command.
  case nothing(Command)
  /// Songs to pick, or to take out.
  case songs(picked: Bool)
  /// Songs to show, or nothing.
  case listScope
  /// Words to look for, or nothing.
  case searchWords
  /// One of several words, each a command of its own.
  case choice([Choice])
  /// A seed, or nothing.
  case seed
  /// A song's number and a place.
  case move
  /// Where to go in a song.
  case seekTarget
  /// A volume, or a change of it, or nothing.
  case volume
  /// The name of a command, or nothing.
  case topic

  /// A word that may follow, and what the command is then.
  struct Choice: Sendable {
    let word: String
    let command: Command
  }

  /// The words that may follow, for completion.
  var words: [String] {
    switch self {
    case .nothing, .seekTarget, .volume, .searchWords, .seed, .move: []
    case .songs(picked: true): ["all", "none", "found"]
    case .songs(picked: false): ["all", "found"]
    case .listScope: ListScope.words
    case .choice(let choices): choices.map(\.word)
    case .topic: CommandSpec.topics.map(\.name)
    }
  }
}
