import MeditationCore
import MeditationPlan
import MeditationText

// The table of commands. A new command is a new row.
extension Commands {
  /// Lines of song numbers, which have no command name.
  package static let numbers = Row(
    name: "numbers", arguments: "1 3-5 7-",
    summary: "Toggles songs; while listening, jumps to one.",
    example: "1 3-5", uses: [.picking, .listening],
    parse: { arguments throws(LineError) in
      .numbers(try SongNumbersParser.parse(arguments.takeAll()))
    })

  static let choosing: [Row] = [
    Row(
      name: "pick", arguments: "NUMBERS [next] | all | none | found", brief: "NUMBERS",
      summary: "Picks songs for the session; with 'next', to play next.",
      details: ["Words work, too, as with 'find': 'pick title:ocean next'."],
      example: "pick 1 3-5 7-", uses: [.picking, .listening],
      hints: ["select", "choose", "enqueue"], words: ["all", "none", "found"],
      parse: { arguments throws(LineError) in
        if arguments.takesLast("next") { return .pickNext(try arguments.takeSongs()) }
        if try arguments.takeScope(of: ["none"]) != nil { return .unpick(.all) }
        return .pick(try arguments.takeSongs())
      }),
    Row(
      name: "unpick", arguments: "NUMBERS | all | found | rest", brief: "NUMBERS",
      summary: "Takes songs out of the session; 'rest' is all to come.",
      example: "unpick 2", uses: [.picking, .listening],
      hints: ["unselect", "deselect", "remove"], words: ["all", "found", "rest"],
      parse: { arguments throws(LineError) in
        .unpick(try arguments.takeSongs(orRest: true))
      }),
    Row(
      name: "add", arguments: "PATH [next]",
      summary: "Adds a file, folder or playlist to the list, picked.",
      details: [
        "With 'next', its songs play right after the current one. After a session, 'add'",
        "returns to picking. A relative path begins where the program was started.",
      ],
      example: "add ~/Music/Rain.flac", uses: .anywhere,
      furtherWords: ["next"], prefixRank: .last,
      parse: { arguments throws(LineError) in
        let next = arguments.takesLast("next")
        // Numbers are songs of the list: a file with such a name needs quotation marks.
        var numbers = arguments
        if let songs = try? SongNumbersParser.parse(numbers.takeAll()) {
          return next ? .pickNext(.numbers(songs)) : .pick(.numbers(songs))
        }
        let path = try arguments.takeText(needs: "a file, a folder or a playlist")
        return .add(try FreeText.name(path, of: "add"), next: next)
      }),
    plain("all", "Picks every song.", .pick(.all), [.picking]),
    plain("none", "Unpicks every song.", .unpick(.all), [.picking], ["clear"]),
    plain("invert", "Picks the unpicked songs and unpicks the picked.", .invert, [.picking]),
    plain(
      "undo", "Undoes the last change: picks, plan, sets, journal.", .action(.undo),
      [.picking, .listening], ["revert"]),
    plain(
      "redo", "Makes the change again that was undone last.", .action(.redo),
      [.picking, .listening], prefixRank: .late),
    Row(
      name: "find", arguments: "[WORDS]",
      summary: "Lists songs with all these words, as '/waves' does.",
      details: [
        "'artist:bach', 'album:tides' and 'title:rain' search there alone,",
        "other words in title, artist, album and folder.",
      ],
      example: "find ocean waves", uses: .anywhere, hints: ["search", "filter", "grep"],
      parse: { arguments throws(LineError) in
        .find(try SearchWords.parse(arguments.takeAll()))
      }),
    Row(
      name: "sort", arguments: "KEY [descending]", brief: "KEY",
      summary: "Sorts the list; 'descending' turns the order around.",
      details: [
        "While listening, the list stays, and what is to come plays in this order.",
        "KEY is title, artist, album, track, date, length, folder or original.",
        "Inside an album, songs are in the order of discs and tracks.",
      ],
      example: "sort artist", uses: [.picking, .listening], hints: ["order"],
      words: SongSort.Key.allCases.map(\.rawValue), furtherWords: ["descending"],
      parse: { arguments throws(LineError) in
        let isDescending = arguments.takesLast("descending", orFrom: "d")
        // Newer keys yield, so that 'sort t' and 'sort a' stay stable.
        let word = try arguments.takeWord(
          of: SongSort.Key.allCases.map(\.rawValue), preferring: ["title", "artist"])
        return .action(
          .sort(SongSort(SongSort.Key(rawValue: word) ?? .original, isDescending: isDescending)))
      }),
    Row(
      name: "shuffle", arguments: "[SEED]",
      summary: "Shuffles the order; a seed makes it repeatable.",
      example: "shuffle 42", uses: [.picking, .listening], hints: ["random", "mix"],
      parse: { arguments throws(LineError) in
        guard let word = try arguments.takeOnly(takes: "one seed") else { return .shuffle }
        guard let seed = Digits.value(word.utf8), seed < Int.max else {
          throw .wrong(
            QuotedInput(word),
            "is not a seed. Write a whole number, such as 'shuffle 42', or nothing.")
        }
        return .action(.shuffle(seed: seed))
      }),
    Row(
      name: "move", arguments: "SONGS to PLACE | next", brief: "SONG to PLACE",
      summary: "Moves picked songs to another place, or to 'next'.", example: "move 5 to 1",
      uses: [.picking, .listening], hints: ["reorder"],
      parse: { arguments throws(LineError) in
        try MoveParser.parse(arguments.takeAll(), example: arguments.example)
      }),
    plain(
      "rescan", "Reads folders and playlists again, for new songs.", .rescan, .anywhere,
      ["reload", "refresh", "update"], prefixRank: .last),
  ]

  static let listening: [Row] = [
    Row(
      name: "start", arguments: "[from TIME | part N | rehearsal]", brief: "[from TIME]",
      summary: "Starts the session, also at a time or part of its plan.",
      details: ["'start rehearsal' plays ten seconds around each bell, and keeps no sit."],
      example: "start from 25:00", uses: [.picking, .finished], hints: ["begin", "go"],
      hintedLines: ["rehearse": "start rehearsal", "rehearsal": "start rehearsal"],
      words: SessionTargetParser.words,
      parse: { arguments throws(LineError) in
        .action(try SessionTargetParser.start(&arguments))
      }),
    Row(
      name: "play", summary: "Resumes after a pause.", example: "play", uses: [.listening],
      hints: ["unpause"],
      parse: { arguments throws(LineError) in
        guard let word = arguments.next else { return .action(.play) }
        throw .mistake(
          "'play' takes no words. Try 'find \(QuotedInput(word.filter { $0 != "\"" }).text)'.")
      }),
    plain("pause", "Pauses.", .action(.pause), [.listening]),
    plain("toggle", "Pauses or resumes.", .action(.toggle), [.listening]),
    Row(
      name: "next", arguments: "[part]",
      summary: "Skips to the next song, or to the next part of the plan.",
      example: "next", uses: [.listening], hints: ["forward", "skip"], words: ["part"],
      parse: { arguments throws(LineError) in
        if arguments.isEmpty { return .action(.next) }
        _ = try arguments.takeWord(of: ["part"])
        return .plan([.change(.nextPart)])
      }),
    plain(
      "previous", "Restarts the song; in its first 3 seconds, goes back one.",
      .action(.previous), [.listening], ["rewind"]),
    Row(
      name: "seek", arguments: "TIME | +TIME | -TIME | PERCENT%", brief: "TIME",
      summary: "Jumps to a time, to 50%, or by +10 or -10 seconds.",
      example: "seek 1:30", uses: [.listening], hints: ["goto", "position"],
      hintedLines: ["ff": "seek +10", "rew": "seek -10"],
      parse: { arguments throws(LineError) in
        let time = try arguments.takeOnly(
          takes: "one time", needs: "a time, such as \(SeekParser.forms)")
        return .action(.seek(try SeekParser.parse(time)))
      }),
    Row(
      name: "jump", arguments: "TIME | +TIME | -TIME | part N", brief: "TIME",
      summary: "Moves the session to a time or part, to rehearse it.",
      details: ["What is jumped over is not sat; the journal marks the sit."],
      example: "jump 24:00", uses: [.listening], words: ["part"], prefixRank: .last,
      parse: { arguments throws(LineError) in
        .action(.jump(try SessionTargetParser.jump(&arguments)))
      }),
    Row(
      name: "volume", arguments: "[PERCENT | +PERCENT | -PERCENT]", brief: "[PERCENT]",
      summary: "Shows the volume, sets it, or changes it by +5 or -5.",
      example: "volume 80", uses: .anywhere, hints: PlanWords.volume.hints,
      hintedLines: PlanWords.volume.hintedLines,
      parse: { arguments throws(LineError) in
        guard let change = try arguments.takeOnly(takes: "one number") else {
          return .show(.volume)
        }
        return .action(.volume(try Action.VolumeChange(parsing: change)))
      }),
    Row(
      name: "level", arguments: "[on|off|album]", brief: "[on | off]",
      summary: "Brings songs, or whole folders, to one loudness.", example: "level on",
      uses: .anywhere, hints: PlanWords.level.hints,
      words: Level.allCases.map(\.rawValue), prefixRank: .late,
      parse: { arguments throws(LineError) in
        if arguments.isEmpty { return .show(.level) }
        let word = try arguments.takeWord(of: Level.allCases.map(\.rawValue))
        return .action(.level(Level(rawValue: word) ?? .off))
      }),
    plain(
      "back", "Stops the session; from picking, returns home.", .action(.back),
      [.listening, .finished], ["return"]),
    Row(
      name: "finish", arguments: "[after song | part | off]", brief: "[after]",
      summary: "Ends the session, now or after the song or the part.",
      details: [
        "'finish after' is 'finish after song'; 'finish after off' lets it go on after the song."
      ],
      example: "finish after song", uses: [.listening],
      hints: ["end", "stop", "done", "abort"], words: ["after"],
      furtherWords: ["song", "part", "off"],
      parse: { arguments throws(LineError) in
        guard let after = arguments.takeFirst() else { return .action(.finish) }
        if Action.Boundary(rawValue: after.lowercased()) != nil {
          throw .notAChoice(
            QuotedInput(after), command: "finish", nearest: "finish after \(after)",
            choices: ["after"])
        }
        _ = try arguments.choice(after, of: ["after"])
        if arguments.next?.lowercased() == "this" { _ = arguments.takeFirst() }
        if arguments.isEmpty { return .action(.finishAfter(.song)) }
        var boundary = Arguments(
          name: "finish after", example: "finish after song", arguments.takeAll())
        let word = try boundary.takeWord(of: ["song", "part", "off"])
        return .action(.finishAfter(Action.Boundary(rawValue: word)))
      }),
    Row(
      name: "list", arguments: "[NUMBERS | picked | all | found]", brief: "[NUMBERS]",
      summary: "Shows a screenful of songs, or the given ones.", example: "list 200-240",
      uses: .anywhere, hints: ["ls", "songs", "show"],
      hintedLines: ["queue": "list picked"], words: ListScope.words,
      parse: { arguments throws(LineError) in .show(.list(try arguments.takeListScope())) }),
    Row(
      name: "info", arguments: "[NUMBER]",
      summary: "Shows what is known of a song, or of the current one.",
      example: "info 5", uses: .anywhere, hints: ["details", "about", "tags"],
      prefixRank: .last,
      parse: { arguments throws(LineError) in .show(.info(try arguments.takeSong())) }),
    plain(
      "more", "Shows the next page of a long list.", .show(.more), .anywhere, ["page"],
      prefixRank: .last),
    plain(
      "status", "Shows the status; so does an empty line.", .show(.status), .anywhere, ["time"]),
    plain(
      "left", "Shows the time left in the session.", .show(.left), [.listening], ["remaining"],
      prefixRank: .last),
    Row(
      name: "clock", arguments: "[elapsed|left|off]", brief: "[left | off]",
      summary: "Shows session time in large digits above the prompt.", example: "clock left",
      uses: [.picking, .listening], words: ["elapsed", "left", "off"], prefixRank: .last,
      parse: { arguments throws(LineError) in
        if arguments.isEmpty { return .show(.clock(.elapsed)) }
        let word = try arguments.takeWord(of: ["elapsed", "left", "off"])
        return .show(.clock(ClockFace(rawValue: word)))
      }),
    plain(
      "lock", "Keeps stray keys from stopping the session.", .action(.lock(true)), [.listening],
      ["protect"],
      details: [
        "Its songs, length and parts cannot be changed either.",
        "'unlock' lets it be stopped and changed again.",
      ],
      prefixRank: .last),
    plain(
      "unlock", "Lets the session be stopped again.", .action(.lock(false)), [.listening],
      prefixRank: .last),
    plain("skipped", "Shows the files left out, and why.", .show(.skipped), .anywhere),
    Row(
      name: "help", arguments: "[COMMAND | TOPIC]", brief: "[COMMAND]",
      summary: "Lists the commands, or explains one or a topic.",
      example: "help seek", uses: .anywhere, hints: ["man", "commands", "--help"],
      parse: { arguments throws(LineError) in
        guard let topic = try arguments.takeOnly(takes: "one command") else {
          return .show(.help(nil))
        }
        return .show(.help(try CommandParser.topic(topic)))
      }),
    plain("quit", "Stops and exits.", .quit, .anywhere, ["exit", "bye", "leave"]),
  ]

  static func plain(
    _ name: String, _ summary: String, _ command: Command, _ uses: WordUse,
    _ hints: [String] = [], details: [String] = [], prefixRank: PrefixRank = .early
  ) -> Row {
    Row(
      name: name, summary: summary, details: details, example: name, uses: uses,
      hints: hints, prefixRank: prefixRank,
      parse: { arguments throws(LineError) in
        guard arguments.isEmpty else { throw .mistake("'\(name)' takes no words.") }
        return command
      })
  }
}
