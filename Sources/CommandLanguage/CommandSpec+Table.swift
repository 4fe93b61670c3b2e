extension CommandSpec {
  /// Lines of song numbers, which have no command's name in front.
  public static let numbers = CommandSpec(
    name: "numbers", arguments: "1 3-5 7-",
    summary: "Picks songs, or takes them out; listening, goes to one.",
    example: "1 3-5", phases: [.picking, .listening], shape: .songs(picked: true), hints: [])

  /// Every command, in the order in which help shows them.
  public static let all: [CommandSpec] = [
    CommandSpec(
      name: "pick", arguments: "NUMBERS | all | none | found", brief: "NUMBERS",
      summary: "Picks songs for the session.",
      example: "pick 1 3-5 7-", phases: [.picking], shape: .songs(picked: true),
      hints: ["select", "choose", "add"]),
    CommandSpec(
      name: "unpick", arguments: "NUMBERS | all | found", brief: "NUMBERS",
      summary: "Takes songs out of the session.",
      example: "unpick 2", phases: [.picking], shape: .songs(picked: false),
      hints: ["unselect", "deselect", "remove"]),
    plain("all", "Picks every song.", .pick(.all), [.picking]),
    plain("none", "Takes every song out of the session.", .unpick(.all), [.picking], ["clear"]),
    plain(
      "invert", "Picks what is not picked, and takes out what is.", .invert, [.picking]),
    plain(
      "undo", "Takes back the last change of picks, or of an order.", .undo, [.picking],
      ["revert"]),
    CommandSpec(
      name: "find", arguments: "[WORDS]",
      summary: "Lists only what has all these words; '/waves' does, too.",
      example: "find ocean waves", phases: anywhere, shape: .searchWords,
      hints: ["search", "filter", "grep"]),
    CommandSpec(
      name: "sort", arguments: SortKey.allCases.map(\.rawValue).joined(separator: "|"),
      brief: "KEY",
      summary: "Sorts by title, artist, length, folder, or as it was.", example: "sort artist",
      phases: [.picking],
      shape: .choice(
        SortKey.allCases.map { ArgumentShape.Choice(word: $0.rawValue, command: .sort($0)) }),
      hints: ["order"]),
    CommandSpec(
      name: "shuffle", arguments: "[SEED]",
      summary: "Plays in an order by chance, or by a seed.",
      example: "shuffle 42", phases: [.picking], shape: .seed, hints: ["random", "mix"]),
    CommandSpec(
      name: "move", arguments: "SONG to PLACE",
      summary: "Lets a picked song play at another place.", example: "move 5 to 1",
      phases: [.picking, .listening], shape: .move, hints: ["reorder"]),
    plain(
      "start", "Starts the session with the first picked song.", .start, [.picking, .finished],
      ["begin", "go"]),
    plain(
      "play", "Goes on after a pause.", .play, [.listening], ["resume", "continue", "unpause"]),
    plain("pause", "Holds the sound where it is.", .pause, [.listening]),
    plain("toggle", "Pauses, or goes on.", .toggle, [.listening]),
    plain(
      "next", "Goes to the next song; after the last, finishes.", .next,
      [.listening], ["forward"]),
    plain(
      "previous", "Restarts the song; in its first 3 seconds, goes one back.",
      .previous, [.listening], ["rewind"]),
    CommandSpec(
      name: "seek", arguments: "TIME | +TIME | -TIME | PERCENT%", brief: "TIME",
      summary: "Goes to a time, to 50%, or by +10 or -10 seconds.",
      example: "seek 1:30", phases: [.listening], shape: .seekTarget,
      hints: ["goto", "jump", "position"]),
    CommandSpec(
      name: "volume", arguments: "[PERCENT | +PERCENT | -PERCENT]", brief: "[PERCENT]",
      summary: "Shows the volume, sets it, or changes it by +5 or -5.",
      example: "volume 80", phases: Set(CommandPhase.allCases), shape: .volume,
      hints: ["loudness", "gain"]),
    plain(
      "back", "Returns to picking; what was picked stays so.", .back, [.listening, .finished],
      ["return"]),
    plain("finish", "Ends the session here.", .finish, [.listening], ["end", "stop"]),
    CommandSpec(
      name: "repeat", arguments: "on | off",
      summary: "Lets the first song follow the last, or not.", example: "repeat on",
      phases: anywhere,
      shape: .choice([
        ArgumentShape.Choice(word: "on", command: .repeat(true)),
        ArgumentShape.Choice(word: "off", command: .repeat(false)),
      ]),
      hints: ["loop", "again"]),
    CommandSpec(
      name: "list", arguments: "[NUMBERS | picked | all | found]", brief: "[NUMBERS]",
      summary: "Shows a screenful of songs, or those asked for.", example: "list 200-240",
      phases: anywhere, shape: .listScope, hints: ["ls", "songs", "show"]),
    plain("status", "Says where the session is; an empty line does, too.", .status, anywhere),
    plain("skipped", "Shows the files that were left out, and why.", .skipped, anywhere),
    CommandSpec(
      name: "help", arguments: "[COMMAND]", summary: "Lists the commands, or explains one.",
      example: "help seek", phases: anywhere, shape: .topic, hints: ["man", "commands"]),
    plain("quit", "Stops the sound and leaves.", .quit, anywhere, ["exit", "bye", "leave"]),
  ]

  private static let anywhere = Set(CommandPhase.allCases)

  private static func plain(
    _ name: String, _ summary: String, _ command: Command, _ phases: Set<CommandPhase>,
    _ hints: [String] = []
  ) -> CommandSpec {
    CommandSpec(
      name: name, arguments: "", summary: summary, example: name, phases: phases,
      shape: .nothing(command), hints: hints)
  }
}
