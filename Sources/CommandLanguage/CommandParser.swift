import Text

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
    if first.unicodeScalars.first == "/" { return .find(try searched(words)) }
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
    case .listScope: return .list(try listScope(spec, arguments))
    case .searchWords: return .find(try SearchWords.parse(arguments))
    case .choice(let choices): return try choice(spec, choices, arguments)
    case .seed:
      try refuse(arguments.dropFirst().first, after: spec, takes: "one seed")
      return .shuffle(seed: try arguments.first.map(seed))
    case .move: return try MoveParser.parse(arguments, example: spec.example)
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
    if word == "none" { return .unpick(.all) }
    let songs: SongSelection = word == "found" ? .found : .all
    return picked ? .pick(songs) : .unpick(songs)
  }

  private static func listScope(
    _ spec: CommandSpec, _ arguments: ArraySlice<Substring>
  ) throws(CommandError) -> ListScope {
    guard let first = arguments.first else { return .screenful }
    guard case .found(let word) = Vocabulary(spec.shape.words).match(first) else {
      return .numbers(try SongNumbers.parse(arguments))
    }
    try refuse(arguments.dropFirst().first, after: spec, takes: "nothing after '\(word)'")
    return word == "picked" ? .picked : word == "all" ? .all : .found
  }

  private static func choice(
    _ spec: CommandSpec, _ choices: [ArgumentShape.Choice], _ arguments: ArraySlice<Substring>
  ) throws(CommandError) -> Command {
    let words = Vocabulary(spec.shape.words)
    guard let typed = arguments.first else {
      throw .missing(command: spec.name, needs: words.words.alternatives)
    }
    try refuse(arguments.dropFirst().first, after: spec, takes: "one word")
    if case .found(let word) = words.match(typed),
      let choice = choices.first(where: { $0.word == word })
    {
      return choice.command
    }
    throw .notAChoice(
      Echo(typed), command: spec.name,
      nearest: words.nearest(to: typed).map { "\(spec.name) \($0)" },
      choices: words.words)
  }

  private static func seed(_ word: Substring) throws(CommandError) -> Int {
    guard let seed = Digits.value(word.utf8), seed < Int.max else { throw .notASeed(Echo(word)) }
    return seed
  }

  /// The words of a line that begins with a slash, which may stand apart from the first.
  private static func searched(_ words: [Substring]) throws(CommandError) -> [String] {
    let first = words[0].unicodeScalars.dropFirst()
    return try SearchWords.parse(
      (first.isEmpty ? [] : [Substring(first)]) + words.dropFirst())
  }

  private static func refuse(
    _ extra: Substring?, after spec: CommandSpec, takes: String
  ) throws(CommandError) {
    guard let extra else { return }
    throw .unexpected(Echo(extra), command: spec.name, takes: takes)
  }
}
