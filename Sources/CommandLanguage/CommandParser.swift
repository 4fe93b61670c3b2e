/// Turns a line of the prompt into a command.
///
/// Case does not matter, and the shortest beginning that fits one command alone is enough. The
/// cost is linear in the length of the line, whatever is in it.
public enum CommandParser {
  /// The command that `line` says; an empty or blank line asks for the status.
  public static func parse(_ line: some StringProtocol) throws(CommandError) -> Command {
    try parse(Substring(line), suggesting: CommandSpec.vocabulary)
  }

  /// As the public one; a first word that is no command is answered by the nearest of `names`.
  static func parse(
    _ line: Substring, suggesting names: Vocabulary
  ) throws(CommandError) -> Command {
    let words = Words.split(line)
    guard let first = words.first else { return .status }
    if SongNumbers.isBegun(by: first) { return .numbers(try SongNumbers.parse(words[...])) }
    return try command(
      try spec(named: first, suggesting: names), arguments: words.dropFirst())
  }

  /// What is known about the command that `word` names, in full or by its beginning.
  static func spec(
    named word: Substring, suggesting names: Vocabulary = CommandSpec.vocabulary
  ) throws(CommandError) -> CommandSpec {
    let name = try commandName(word, in: CommandSpec.vocabulary, suggesting: names)
    guard let spec = CommandSpec.named(name) else {
      throw .unknownCommand(Echo(word), nearest: nil)
    }
    return spec
  }

  private static func commandName(
    _ word: Substring, in vocabulary: Vocabulary, suggesting names: Vocabulary
  ) throws(CommandError) -> String {
    if word == "?" { return "help" }
    switch vocabulary.match(word) {
    case .found(let name): return name
    case .ambiguous(let names): throw .ambiguous(Echo(word), names)
    case .unknown: throw .unknownCommand(Echo(word), nearest: nearest(to: word, in: names))
    }
  }

  /// What was probably meant: a command of that spelling, or for `+10` the command it belongs to.
  private static func nearest(to word: Substring, in vocabulary: Vocabulary) -> String? {
    if let near = vocabulary.nearest(to: word) { return near }
    guard word.utf8.count <= Echo.limit, (try? SeekParser.parse(word)) != nil else { return nil }
    return "seek \(word)"
  }

  private static func command(
    _ spec: CommandSpec, arguments: ArraySlice<Substring>
  ) throws(CommandError) -> Command {
    switch spec.shape {
    case .nothing(let command):
      try refuse(arguments.first, after: spec, takes: "nothing after it")
      return command
    case .songs(let picked):
      return try selection(spec, picked: picked, arguments)
    case .seekTarget:
      guard let target = arguments.first else {
        throw .missing(command: spec.name, needs: "a time, such as \(SeekParser.forms)")
      }
      try refuse(arguments.dropFirst().first, after: spec, takes: "one time")
      return .seek(try SeekParser.parse(target))
    case .volume:
      try refuse(arguments.dropFirst().first, after: spec, takes: "one number")
      guard let change = arguments.first else { return .volume(nil) }
      return .volume(try VolumeParser.parse(change))
    case .topic:
      try refuse(arguments.dropFirst().first, after: spec, takes: "one command")
      guard let topic = arguments.first else { return .help(nil) }
      let topics = CommandSpec.topicVocabulary
      return .help(try commandName(topic, in: topics, suggesting: topics))
    }
  }

  private static func selection(
    _ spec: CommandSpec, picked: Bool, _ arguments: ArraySlice<Substring>
  ) throws(CommandError) -> Command {
    guard let first = arguments.first else {
      throw .missing(
        command: spec.name, needs: "song numbers or 'all', such as '\(spec.example)'")
    }
    guard case .found(let word) = Vocabulary(spec.shape.words).match(first) else {
      let ranges = try SongNumbers.parse(arguments)
      return picked ? .pick(.numbers(ranges)) : .unpick(.numbers(ranges))
    }
    try refuse(arguments.dropFirst().first, after: spec, takes: "nothing after '\(word)'")
    return picked && word == "all" ? .pick(.all) : .unpick(.all)
  }

  private static func refuse(
    _ extra: Substring?, after spec: CommandSpec, takes: String
  ) throws(CommandError) {
    guard let extra else { return }
    throw .unexpected(Echo(extra), command: spec.name, takes: takes)
  }
}
