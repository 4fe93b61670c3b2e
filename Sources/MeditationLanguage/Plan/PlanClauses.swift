import MeditationCore
import MeditationPlan
import MeditationText

// The table of the plan's clauses: how each one is typed and written. A new clause is a new row, for a
// new change of `PlanChange`. Each command alone shows the plan.
extension CommandSpec {
  /// The commands that are clauses of a plan, in the order of its notation.
  static let planning: [CommandSpec] = [
    clause(
      "for", "[TIME | songs | open | +TIME | -TIME]", brief: "[TIME]",
      "Sets the session's length: a time, its songs, or open.", example: "for 20m",
      ["timer", "duration", "length", "minutes"], words: LengthParser.words,
      parse: { arguments throws(CommandError) in
        let length = try arguments.takeOnlyTime(
          takes: "one length", needs: "a length, such as 'for 20m'")
        return .change(try LengthParser.parse(length))
      },
      write: {
        switch $0 {
        case .length(let length): length.spelled
        case .lengthen(let time):
          time < .zero ? "-\(TimeText.brief(.zero - time))" : "+\(TimeText.brief(time))"
        default: nil
        }
      }),
    clause(
      "settle", "[TIME | off]", brief: "[TIME]", "Sets the silence before the session begins.",
      example: "settle 10s",
      ["settling", "prepare", "preparation", "delay", "countdown", "warmup"], words: ["off"],
      parse: { arguments throws(CommandError) in
        .change(.settling(try arguments.takeTime(forms: "10s")))
      },
      write: { if case .settling(let time) = $0 { time.orOff } else { nil } }),
    clause(
      "begin", "[TIME OF DAY | +TIME | off]", brief: "[HH:MM]",
      "Lets the settling last until a time of day.", example: "begin 19:00", ["when", "clock"],
      words: ["off"], prefixRank: .last,
      parse: { arguments throws(CommandError) in
        let word = try arguments.takeOnly(takes: "one time", needs: "a time of day, such as 19:00")
        return word.lowercased() == "off" ? .change(.begin(nil)) : try .begin(at: word)
      },
      write: { if case .begin(let time) = $0 { time?.spelled ?? "off" } else { nil } }),
    clause(
      "opening", "[STROKES | off]", brief: "[STROKES]",
      "Sets the strokes that open the session: '3 gong', 'roll'.",
      example: "opening 1", ["intro"], words: ["off"] + StrokesParser.words,
      parse: { arguments throws(CommandError) in .change(.opening(try arguments.takeStrokes())) },
      write: { if case .opening(let strokes) = $0 { strokes.spelled } else { nil } }),
    clause(
      "bells", "[every TIME|at TIMES|random N|off]", brief: "[every TIME]",
      "Sets the bells in between; 'random 4 7': 4 bells, seed 7.", example: "bells every 5m",
      ["chimes"],
      lines: ["interval": "bells every", "intervals": "bells every", "every": "bells every"],
      words: BellsParser.words, parse: BellsParser.bells,
      write: { if case .bells(let rules) = $0 { rules.spelled } else { nil } }),
    clause(
      "also", "[every TIME|at TIMES|1m before the end]", brief: "[at TIMES]",
      "Adds bells to those of 'bells', with strokes of their own.",
      example: "also at 12:30 2 gong",
      ["and"], words: BellsParser.words.dropLast(), parse: BellsParser.also,
      write: { if case .also(let rule) = $0 { rule.spelled } else { nil } }),
    clause(
      "closing", "[STROKES | off]", brief: "[STROKES]",
      "Sets the closing strokes: '3', '2 gong 60%', 'roll 30s'.",
      example: "closing 3", ["ending", "outro"], words: ["off"] + StrokesParser.words,
      parse: { arguments throws(CommandError) in .change(.closing(try arguments.takeStrokes())) },
      write: { if case .closing(let strokes) = $0 { strokes.spelled } else { nil } }),
    clause(
      "bell", "[bowl|gong|chime|wood|clap|FILE|volume]", brief: "[SOUND]",
      "Sets the sound of the bell, or its volume.", example: "bell gong", ["sound"],
      lines: [
        "ring": "bell bowl", "bowl": "bell bowl", "gong": "bell gong", "chime": "bell chime",
        "wood": "bell wood", "clap": "bell clap", "roll": "opening roll",
      ],
      words: BellParser.words, parse: BellParser.parse,
      write: {
        switch $0 {
        case .bell(let sound): sound.spelled
        case .bellVolume(let percent): "volume \(percent)"
        default: nil
        }
      }),
    clause(
      "fade", "[TIME | off]", brief: "[TIME]", "Sets how long the music fades in and out.",
      example: "fade 5s",
      ["fadein", "fadeout"], words: ["off"],
      parse: { arguments throws(CommandError) in
        .change(.fade(try arguments.takeTime(forms: "5s")))
      },
      write: { if case .fade(let time) = $0 { time.orOff } else { nil } }),
    clause(
      "breath", "[4-7-8|box|coherent|off|volume N]", brief: "[PATTERN]",
      "Sets a tone to breathe with: in, hold, out, in seconds.", example: "breath 4-7-8",
      ["breathe", "breathing", "pacer"],
      lines: ["box": "breath box", "coherent": "breath coherent"],
      words: ["4-7-8"] + BreathParser.words, parse: BreathParser.parse,
      write: {
        switch $0 {
        case .breath(let breath): breath?.spelled ?? "off"
        case .breathVolume(let percent): "volume \(percent)"
        default: nil
        }
      }),
    clause(
      "music", "[on | off]", "Lets the music wait, or go on: 'part 2 music off'.",
      example: "music off", ["mute"], words: ["on", "off"], prefixRank: .last,
      parse: { arguments throws(CommandError) in
        .change(.music(try arguments.takeWord(of: ["on", "off"]) == "on"))
      },
      write: { if case .music(let plays) = $0 { plays ? "on" : "off" } else { nil } }),
    clause(
      "under", "[SOUND VOLUME | SOUND off | off]", brief: "[SOUND]",
      "Lays a sound under the session: rain, waves, a file.", example: "under rain 60",
      ["noise", "ambience", "layer", "background"],
      lines: [
        "rain": "under rain 60", "waves": "under waves 60", "wind": "under wind 60",
        "drone": "under drone A2", "ocean": "under waves 60",
      ],
      words: UnderParser.words, furtherWords: ["from", "settling"], prefixRank: .last,
      parse: UnderParser.parse,
      write: {
        switch $0 {
        case .under(let layers):
          layers.isEmpty ? "off" : layers.map(\.spelled).joined(separator: ", under ")
        case .layer(let layer): layer.spelled
        case .removeLayer(let sound): "\(sound.spelled) off"
        case .layerVolume(let sound, let percent):
          "\(sound.spelled) \(percent < 0 ? "" : "+")\(percent)"
        default: nil
        }
      }),
    clause(
      "voice", "[FILE at TIME|+30s|-30s|volume N|off]", brief: "[FILE]",
      "Plays recorded guidance, to which the music gives way.",
      example: "voice ./body-scan.mp3 at 5m", ["speech", "talk", "narration"],
      words: VoiceParser.words, furtherWords: ["at"], prefixRank: .last, parse: VoiceParser.parse,
      write: {
        switch $0 {
        case .voices(let voices):
          voices.isEmpty ? "off" : voices.map(\.spelled).joined(separator: ", voice ")
        case .voice(let voice): voice.spelled
        case .moveVoice(let time):
          time < .zero ? "-\(TimeText.brief(.zero - time))" : "+\(TimeText.brief(time))"
        case .voiceVolume(let percent): "volume \(percent)"
        default: nil
        }
      }),
    clause(
      "guide", "[FILE | off]", brief: "[FILE]",
      "Prints the lines of a text file at their times.",
      example: "guide ./body-scan.txt", ["instructions", "script", "prompts"], words: ["off"],
      prefixRank: .last, parse: VoiceParser.guide,
      write: {
        if case .guide(let guide) = $0 {
          guide.map { VoiceParser.spell($0.path) } ?? "off"
        } else {
          nil
        }
      }),
    clause(
      "repeat", "[on | off]", "Turns repeat on or off, or shows its state.", example: "repeat on",
      ["loop"], words: ["on", "off"], alone: .show(.repeating),
      parse: { arguments throws(CommandError) in
        .change(.repeat(try arguments.takeWord(of: ["on", "off"]) == "on"))
      },
      write: { if case .repeat(let repeats) = $0 { repeats ? "on" : "off" } else { nil } }),
    clause(
      "crossfade", "[TIME | off]", brief: "[TIME]", "Sets how long songs pass into each other.",
      example: "crossfade 4s", ["xfade", "blend"], words: ["off"], prefixRank: .late,
      parse: { arguments throws(CommandError) in
        .change(.crossfade(try arguments.takeTime(forms: "4s")))
      },
      write: { if case .crossfade(let time) = $0 { time.orOff } else { nil } }),
    clause(
      "then", "[TIME | songs | open] [TITLE]", brief: "[TIME TITLE]",
      "Adds a part to the plan: its length and its title.", example: "then 10m Walk",
      ["after", "afterwards"], words: LengthParser.words, prefixRank: .last,
      parse: { arguments throws(CommandError) in
        let (length, title) = try PartParser.part(arguments.takeAll())
        return .change(.then(length, title: title))
      },
      write: {
        guard case .then(let length, let title) = $0 else { return nil }
        return [length.spelled, PartParser.spell(title)].compactMap { $0 }.joined(separator: " ")
      }),
    command(
      "part", "[N CLAUSE | N off | N to M]", brief: "[N CLAUSE]",
      "Changes a part of the plan, takes it out, or moves it.",
      example: "part 2 bells every 5m", ["section"], words: [],
      furtherWords: [
        "off", "to", "for", "opening", "bells", "also", "closing", "breath", "music", "voice",
      ],
      prefixRank: .last,
      parse: { arguments throws(CommandError) in try PartParser.part(&arguments) },
      write: {
        switch $0 {
        case .part(let number): "\(number)"
        case .removePart(let number): "\(number) off"
        case .movePart(let number, let destination): "\(number) to \(destination)"
        default: nil
        }
      }),
    clause(
      "plan", "[off]", "Shows the plan, or empties it.", example: "plan off",
      ["schedule", "program"], words: ["off"],
      parse: { arguments throws(CommandError) in
        if let word = arguments.next, PlanParser.names.contains(word.lowercased()) {
          let meant = QuotedInput(arguments.takeAll().joined(separator: " ")).text
          throw .notAChoice(QuotedInput(word), command: "plan", nearest: meant, choices: ["off"])
        }
        _ = try arguments.takeWord(of: ["off"])
        return .change(.off)
      },
      write: { if case .off = $0 { "off" } else { nil } }),
  ]

  /// What a line of the plan's notation can have. After its first clause, `volume` and `level` are
  /// clauses of the plan, too; alone, they are commands of their own.
  static let clauses: [CommandSpec] =
    planning + [
      clause(
        "volume", "PERCENT", "Sets the volume of this plan.", example: "volume 50", [], words: [],
        parse: { arguments throws(CommandError) in
          let percent = try arguments.takeOnly(takes: "one number", needs: "a number, such as 50")
          guard case .level(let percent) = try VolumeParser.parse(percent) else {
            throw .notAVolume(QuotedInput(percent))
          }
          return .change(.volume(percent))
        },
        write: { if case .volume(let percent) = $0 { "\(percent)" } else { nil } }),
      clause(
        "level", "on | off | album", "Sets the level of this plan.", example: "level on", [],
        words: Level.allCases.map(\.rawValue),
        parse: { arguments throws(CommandError) in
          let word = try arguments.takeWord(of: Level.allCases.map(\.rawValue))
          return .change(.level(Level(rawValue: word) ?? .off))
        },
        write: { if case .level(let level) = $0 { level.rawValue } else { nil } }),
    ]

  /// The line that makes `change`: `fade 5s`.
  static func line(of change: PlanChange) -> String {
    for clause in clauses {
      if let value = clause.write?(change) { return "\(clause.name) \(value)" }
    }
    preconditionFailure("no clause writes \(change)")
  }

  /// A command that changes a clause of the plan, and alone shows the plan.
  private static func clause(
    _ name: String, _ arguments: String, brief: String? = nil, _ summary: String, example: String,
    _ hints: [String], lines: [String: String] = [:], words: [String], furtherWords: [String] = [],
    alone page: Command = .show(.plan), prefixRank: PrefixRank = .early,
    parse: @escaping @Sendable (inout Arguments) throws(CommandError) -> PlanStep,
    write: @escaping Write
  ) -> CommandSpec {
    command(
      name, arguments, brief: brief, summary, example: example, hints, lines: lines, words: words,
      furtherWords: furtherWords, alone: page, prefixRank: prefixRank,
      parse: { arguments throws(CommandError) in [try parse(&arguments)] }, write: write)
  }

  /// Like `clause`, for lines that may make several changes.
  private static func command(
    _ name: String, _ arguments: String, brief: String? = nil, _ summary: String, example: String,
    _ hints: [String], lines: [String: String] = [:], words: [String], furtherWords: [String] = [],
    alone page: Command = .show(.plan), prefixRank: PrefixRank = .early,
    parse: @escaping @Sendable (inout Arguments) throws(CommandError) -> [PlanStep],
    write: @escaping Write
  ) -> CommandSpec {
    CommandSpec(
      name: name, arguments: arguments, brief: brief, summary: summary, example: example,
      phases: anywhere, hints: hints, hintedLines: lines, words: words, furtherWords: furtherWords,
      prefixRank: prefixRank, write: write,
      parse: { arguments throws(CommandError) in
        if arguments.isEmpty { return page }
        let steps = try parse(&arguments)
        for step in steps {
          if let limit = PlanLimit.exceeded(by: step.change(at: .midnight) { 0 }) {
            throw .beyondLimit(limit, example: limit.example(of: name) ?? example)
          }
        }
        return .plan(steps)
      },
      // A line of several clauses is written by `PlanText`.
      spell: { $0 == page && (name == "plan" || page != .show(.plan)) ? "" : nil })
  }
}

extension PlanLimit {
  /// A valid line, if the example of the command is about something else.
  fileprivate func example(of command: String) -> String? {
    let struck = ["bells", "also"].contains(command) ? "\(command) every 5m" : command
    return switch self {
    case .bellCount: "bells random 4"
    case .volume where ["bell", "breath", "voice"].contains(command): "\(command) volume 60"
    case .volume where command == "under": "under rain 60"
    case .volume: "\(struck) 2 60%"
    case .apart: "\(struck) 2 6s apart"
    case .roll: "\(struck) roll 20s"
    case .strokes where struck != command: "\(struck) 3 strokes"
    case .length, .settling, .strokes, .interval, .fade, .breath, .crossfade, .rules, .files,
      .layers, .voices, .lines, .parts, .part, .partLength, .title:
      nil
    }
  }
}

// MARK: - Parts

/// Parses the beginnings of parts, and changes of one: `25m Sit`, `2 bells every 5m`, `2 off`, `3 to 2`.
enum PartParser {
  /// The length and the title of the part of `words`.
  static func part(
    _ words: ArraySlice<Substring>
  ) throws(CommandError) -> (length: Plan.Length, title: String) {
    var rest = words
    let word = Arguments.takeTime(from: &rest) ?? ""
    guard isLength(word), case .length(let length) = try LengthParser.parse(word) else {
      throw .notAPart(QuotedInput(word))
    }
    let title = try title(rest)
    if let limit = PlanLimit.exceeded(by: .then(length, title: title)) {
      throw .beyondLimit(limit, example: "then 10m Walk")
    }
    return (length, title)
  }

  /// True if a part can begin with `word`.
  static func isLength(_ word: Substring) -> Bool {
    word.utf8.first.map(ASCII.isDigit) ?? false || LengthParser.words.contains(word.lowercased())
  }

  /// The title in `words`, which are one quote or plain.
  private static func title(_ words: ArraySlice<Substring>) throws(CommandError) -> String {
    guard let first = words.first, first.utf8.first == UInt8(ascii: "\"") else {
      return CleanText.clean(words.joined(separator: " "))
    }
    if let extra = words.dropFirst().first {
      throw .unexpected(
        QuotedInput(extra), command: "then", takes: "one title in quotation marks")
    }
    return CleanText.clean(String(try QuotedText.unquote(first.unicodeScalars).text))
  }

  /// `title` as a line has it; `nil` if it is empty.
  static func spell(_ title: String) -> String? {
    guard let first = title.unicodeScalars.first else { return nil }
    let isPlain =
      first.properties.isAlphabetic && !title.hasSuffix(" ") && !title.contains("  ")
      && title.unicodeScalars.allSatisfy { $0 == " " || $0 == "-" || $0.properties.isAlphabetic }
      && !TimeText.isUnit(title.prefix { $0 != " " })
    return isPlain ? title : QuotedText.quote(title)
  }

  static func part(_ arguments: inout Arguments) throws(CommandError) -> [PlanStep] {
    let example = arguments.example
    let number = try Arguments.count(in: arguments.take(needs: "a number"), example: example)
    guard let word = arguments.next else {
      throw .missing(command: "part \(number)", needs: "a clause, such as '\(example)'")
    }
    switch word.lowercased() {
    case "off":
      _ = arguments.takeFirst()
      try arguments.end(takes: "nothing after 'off'")
      return [.change(.removePart(number))]
    case "to":
      _ = arguments.takeFirst()
      let place = try arguments.takeOnly(takes: "one number after 'to'", needs: "a number")
      return [
        .change(.movePart(number, to: try Arguments.count(in: place, example: "part 2 to 1")))
      ]
    default:
      return [.change(.part(number))] + (try PlanParser.steps(ofPart: arguments.takeAll()))
    }
  }
}

extension Plan.Length {
  /// The argument of the command that sets it.
  fileprivate var spelled: String {
    switch self {
    case .songs: "songs"
    case .open: "open"
    case .time(let time): TimeText.brief(time)
    }
  }
}

// MARK: - Values

/// Parses the argument of `for`: `20m`, `songs`, `open`, `+5m`, `-5m`. A number alone is minutes.
private enum LengthParser {
  /// The words besides times.
  static let words = ["songs", "open"]

  static func parse(_ word: Substring) throws(CommandError) -> PlanChange {
    let forms = "20m, 1:10:00, songs or open"
    switch word.utf8.first {
    case UInt8(ascii: "+"):
      return .lengthen(try PlanTime.parse(word, sign: "+", numberIn: .minutes, forms: "+5m"))
    case UInt8(ascii: "-"):
      return .lengthen(
        .zero - (try PlanTime.parse(word, sign: "-", numberIn: .minutes, forms: "-5m")))
    default: break
    }
    let vocabulary = Vocabulary(words, hints: ["off": "songs"])
    switch vocabulary.match(word) {
    case .found("songs"): return .length(.songs)
    case .found: return .length(.open)
    case .ambiguous, .unknown: break
    }
    if let near = vocabulary.nearest(to: word) {
      throw .notAChoice(QuotedInput(word), command: "for", nearest: "for \(near)", choices: words)
    }
    return .length(.time(try PlanTime.parse(word, numberIn: .minutes, forms: forms)))
  }
}

/// Parses the times of a plan.
enum PlanTime {
  /// The time after `sign` in `word`; `forms` are examples for error messages.
  ///
  /// A time that is too long for any command is the longest, which exceeds each limit of a plan.
  static func parse(
    _ word: Substring, sign: String = "", numberIn unit: TimeUnit = .seconds, forms: String
  ) throws(CommandError) -> Duration {
    do {
      return try SeekParser.time(word, sign: sign, numberIn: unit, forms: forms)
    } catch .badTime(_, .tooLong, _) {
      return TimeText.limit
    } catch {
      throw error
    }
  }

  /// True if `word` is `off` or a prefix of it.
  static func isOff(_ word: Substring) -> Bool { Vocabulary(["off"]).match(word) == .found("off") }
}

extension Arguments {
  /// Takes the only word as a time, or `off` as 0; `forms` are examples for error messages.
  fileprivate mutating func takeTime(forms: String) throws(CommandError) -> Duration {
    let time = try takeOnlyTime(takes: "one time", needs: "a time, such as '\(example)'")
    return PlanTime.isOff(time) ? .zero : try PlanTime.parse(time, forms: "\(forms) or off")
  }

  /// Takes all words as strokes, or `off` as none.
  fileprivate mutating func takeStrokes() throws(CommandError) -> Strokes {
    guard let word = next else {
      throw .missing(command: name, needs: "a number, such as '\(example)'")
    }
    guard PlanTime.isOff(word) else { return try StrokesParser.parse(&self) }
    _ = takeFirst()
    try end(takes: "nothing after 'off'")
    return .none
  }
}

extension Duration {
  fileprivate var orOff: String { self == .zero ? "off" : TimeText.brief(self) }
}

extension PlanStep {
  /// Parses `19:00`, or `+5m`, which is a time from now.
  package static func begin(at word: Substring) throws(CommandError) -> PlanStep {
    guard word.hasPrefix("+") else { return .change(.begin(try TimeOfDay.parse(word))) }
    guard let wait = try? TimeText.parse(word.dropFirst()) else {
      throw .notATimeOfDay(QuotedInput(word))
    }
    return .beginAfter(wait)
  }
}

extension TimeOfDay {
  /// Parses `19:00`, `6:45` or `19:00:30`.
  package static func parse(_ word: some StringProtocol) throws(CommandError) -> TimeOfDay {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { $0.utf8.count <= 2 ? Digits.value($0.utf8) : nil }
    guard (2...3).contains(parts.count), numbers.count == parts.count, numbers[0] < 24,
      numbers.dropFirst().allSatisfy({ $0 < 60 }),
      let time = TimeOfDay(
        second: numbers[0] * 3600 + numbers[1] * 60 + (numbers.count == 3 ? numbers[2] : 0))
    else { throw .notATimeOfDay(QuotedInput(word)) }
    return time
  }

  /// The time as it is typed: `19:00`, `6:45:30`.
  package var spelled: String {
    let (minute, second) = (self.second / 60 % 60, self.second % 60)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(self.second / 3600):\(two(minute))" + (second == 0 ? "" : ":\(two(second))")
  }
}
