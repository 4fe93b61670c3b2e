import MeditationCore
import Score
import Text

// The commands of the plan. Each one alone shows the plan.
extension CommandSpec {
  /// The commands that are parts of a plan.
  static let planning: [CommandSpec] = [
    part(
      "for", "[TIME | songs | open | +TIME | -TIME]", brief: "[TIME]",
      "Sets the session's length: a time, its songs, or open.", example: "for 20m",
      ["timer", "duration", "length", "minutes"], words: LengthParser.words
    ) { arguments throws(CommandError) in
      let length = try arguments.takeOnlyTime(
        takes: "one length", needs: "a length, such as 'for 20m'")
      return .change(try LengthParser.parse(length))
    },
    part(
      "settle", "[TIME | off]", brief: "[TIME]", "Sets the silence before the session begins.",
      example: "settle 10s",
      ["settling", "prepare", "preparation", "delay", "countdown", "warmup"], words: ["off"]
    ) { arguments throws(CommandError) in .change(.settling(try arguments.takeTime(forms: "10s")))
    },
    part(
      "opening", "[STROKES | off]", brief: "[STROKES]",
      "Sets the strokes of the bell that open the session.",
      example: "opening 1", ["intro"], words: ["off"]
    ) { arguments throws(CommandError) in .change(.opening(try arguments.takeStrokes())) },
    part(
      "bells", "[every TIME|at TIMES|random N|off]", brief: "[every TIME]",
      "Sets the bells in between; 'random 4 7' has a seed.", example: "bells every 5m",
      ["chimes"],
      lines: ["interval": "bells every", "intervals": "bells every", "every": "bells every"],
      words: BellsParser.words
    ) { arguments throws(CommandError) in try BellsParser.parse(&arguments) },
    part(
      "closing", "[STROKES | off]", brief: "[STROKES]",
      "Sets the strokes of the bell that close the session.",
      example: "closing 3", ["ending", "outro"], words: ["off"]
    ) { arguments throws(CommandError) in .change(.closing(try arguments.takeStrokes())) },
    part(
      "bell", "[bowl|gong|chime|wood|FILE|volume N]", brief: "[SOUND]",
      "Sets the sound of the bell, or its volume.", example: "bell gong", ["sound"],
      lines: [
        "ring": "bell bowl", "bowl": "bell bowl", "gong": "bell gong", "chime": "bell chime",
        "wood": "bell wood",
      ],
      words: BellParser.words
    ) { arguments throws(CommandError) in try BellParser.parse(&arguments) },
    part(
      "fade", "[TIME | off]", brief: "[TIME]", "Sets how long the music fades in and out.",
      example: "fade 5s",
      ["fadein", "fadeout"], words: ["off"]
    ) { arguments throws(CommandError) in .change(.fade(try arguments.takeTime(forms: "5s"))) },
    part(
      "breath", "[4-7-8|box|coherent|off|volume N]", brief: "[PATTERN]",
      "Sets a tone to breathe with: in, hold, out, in seconds.", example: "breath 4-7-8",
      ["breathe", "breathing", "pacer"],
      lines: ["box": "breath box", "coherent": "breath coherent"],
      words: ["4-7-8"] + BreathParser.words
    ) { arguments throws(CommandError) in try BreathParser.parse(&arguments) },
    part(
      "repeat", "[on | off]", "Turns repeat on or off, or shows its state.", example: "repeat on",
      ["loop"], words: ["on", "off"], alone: .show(.repeating)
    ) { arguments throws(CommandError) in
      .change(.repeat(try arguments.takeWord(of: ["on", "off"]) == "on"))
    },
    crossfade,
    part(
      "plan", "[off]", "Shows the plan, or empties it.", example: "plan off",
      ["schedule", "program"], words: ["off"]
    ) { arguments throws(CommandError) in
      if let word = arguments.next, PlanParser.names.contains(word.lowercased()) {
        let meant = Echo(arguments.takeAll().joined(separator: " ")).text
        throw .notAChoice(Echo(word), command: "plan", nearest: meant, choices: ["off"])
      }
      _ = try arguments.takeWord(of: ["off"])
      return .change(.off)
    },
  ]

  private static let crossfade: CommandSpec = {
    var spec = part(
      "crossfade", "[TIME | off]", brief: "[TIME]", "Sets how long songs pass into each other.",
      example: "crossfade 4s", ["xfade", "blend"], words: ["off"]
    ) { arguments throws(CommandError) in .change(.crossfade(try arguments.takeTime(forms: "4s")))
    }
    spec.yieldsPrefixes = true
    return spec
  }()

  /// What a line of the plan's notation can have. After its first part, `volume` and `level` are parts
  /// of the plan, too; alone, they are commands of their own.
  static let clauses: [CommandSpec] =
    planning + [
      part(
        "volume", "PERCENT", "Sets the volume of this plan.", example: "volume 50", [], words: []
      ) {
        arguments throws(CommandError) in
        let percent = try arguments.takeOnly(takes: "one number", needs: "a number, such as 50")
        guard case .level(let percent) = try VolumeParser.parse(percent) else {
          throw .notAVolume(Echo(percent))
        }
        return .change(.volume(percent))
      },
      part(
        "level", "on | off | album", "Sets the level of this plan.", example: "level on", [],
        words: Level.allCases.map(\.rawValue)
      ) { arguments throws(CommandError) in
        let word = try arguments.takeWord(of: Level.allCases.map(\.rawValue))
        return .change(.level(Level(rawValue: word) ?? .off))
      },
    ]

  /// A command that changes a part of the plan, and alone shows the plan.
  private static func part(
    _ name: String, _ arguments: String, brief: String? = nil, _ summary: String, example: String,
    _ hints: [String], lines: [String: String] = [:], words: [String],
    alone page: Command = .show(.plan),
    parse: @escaping @Sendable (inout Arguments) throws(CommandError) -> PlanStep
  ) -> CommandSpec {
    CommandSpec(
      name: name, arguments: arguments, brief: brief, summary: summary, example: example,
      phases: anywhere, hints: hints, hintedLines: lines, words: words, isPartOfPlan: true,
      parse: { arguments throws(CommandError) in
        if arguments.isEmpty { return page }
        let step = try parse(&arguments)
        if let limit = PlanLimit.exceeded(by: step.change { 0 }) {
          throw .beyondLimit(limit, example: limit.example(of: name) ?? example)
        }
        return .plan([step])
      },
      // A line of several parts is spelled by `PlanText`.
      spell: { $0 == page && (name == "plan" || page != .show(.plan)) ? "" : nil })
  }
}

extension Arguments {
  /// Takes the only word as a time, or `off` as 0; `forms` are examples for error messages.
  fileprivate mutating func takeTime(forms: String) throws(CommandError) -> Duration {
    let time = try takeOnlyTime(takes: "one time", needs: "a time, such as '\(example)'")
    return try PlanTime.parse(orOff: time, forms: forms)
  }

  /// Takes the only word as a number of strokes, or `off` as 0.
  fileprivate mutating func takeStrokes() throws(CommandError) -> Int {
    let count = try takeOnly(takes: "one number", needs: "a number, such as '\(example)'")
    return PlanTime.isOff(count) ? 0 : try CountParser.parse(count, example: example)
  }
}

extension PlanLimit {
  /// A valid line, if the example of the command is about something else.
  fileprivate func example(of command: String) -> String? {
    switch self {
    case .bellCount: "bells random 4"
    case .volume: "\(command) volume 60"
    case .length, .settling, .strokes, .interval, .fade, .breath, .crossfade: nil
    }
  }
}
