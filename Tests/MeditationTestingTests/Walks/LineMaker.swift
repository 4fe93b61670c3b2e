import MeditationLanguage
import MeditationPlan
import MeditationTestSupport
import MeditationText

/// Makes lines of the table of commands: as their help has them, or almost so.
struct LineMaker {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Steps of a walk through sessions of a few songs: lines, waits and faults.
  mutating func walk(steps count: Int) -> Walk {
    let songs = [
      "song \"Rain\" 20", "song \"Bowl\" by \"Sea\" 2.5", "song \"Wind\"", "song \"Élan\" 60",
    ]
    var walk = Walk(songs: Array(songs.prefix(pick([0, 1, 2, 4]))), steps: [])
    if flip(3) { walk.steps = [.typed("all"), .typed("start")] }
    while walk.steps.count < count { walk.steps.append(step()) }
    return walk
  }

  private mutating func step() -> Walk.Step {
    switch Int.random(in: 0..<24, using: &random) {
    case 0, 1:
      .typed(pick(["start", "start", "all", "back", "next", "next part", "finish after part"]))
    case 2: .typed(pick(["undo", "undo", "redo"]))
    case 3: .undoAndRedo
    case 4...6: .line("wait \(pick(["0.3", "1", "7", "30", "100"]))")
    case 7:
      .line(
        pick([
          "fail 1 damaged", "fail 2 damaged", "lose device unplugged", "restore device",
          "restore device",
        ]))
    case 8...15: .typed(plan())
    default: .typed(line(of: pick(Commands.table.rows)))
    }
  }

  /// One to six clauses of a plan, or of several parts.
  private mutating func plan() -> String {
    let clauses = (0..<Int.random(in: 1...6, using: &random)).map { _ in clause() }
    return clauses.dropFirst().reduce(clauses[0]) { $0 + pick([", ", ", ", "; "]) + $1 }
  }

  private mutating func clause() -> String {
    let clause =
      switch Int.random(in: 0..<12, using: &random) {
      case 0: "\(time()) \(title())"
      case 1: "then \(pick(["open", "songs", time()])) \(title())"
      case 2: pick(["off", "songs", "open", "for open", "for songs", "for -5m", "for +5s"])
      default: line(of: pick(PlanWords.table.rows))
      }
    return (flip(5) ? "part \(pick([1, 2, 2, 3, 0, 99])) " : "") + clause
  }

  /// A line of a command: its example, or one of the forms of its synopsis, with some words replaced.
  mutating func line<Value>(of spec: Word<Value>) -> String {
    let form =
      flip(2)
      ? spec.example
      : "\(spec.name) \(pick(spec.arguments.split { "[]|".contains($0) } + [""]))"
    var words = form.split(separator: " ").map { String($0) }
    for index in words.indices.dropFirst() {
      if words[index].allSatisfy({ $0.isUppercase || $0 == "%" || $0 == "+" || $0 == "-" }) {
        words[index] = value(for: words[index])
      } else if flip(6) {
        words[index] = word(of: spec)
      }
    }
    if flip(8) { words.append(word(of: spec)) }
    if spec.name == "numbers" { words.removeFirst() }
    return words.joined(separator: " ")
  }

  /// A value for a word in capitals of a synopsis, such as `+TIME`.
  private mutating func value(for placeholder: String) -> String {
    let sign = placeholder.prefix { $0 == "+" || $0 == "-" }
    let value =
      switch placeholder.filter(\.isUppercase) {
      case "TIME", "LENGTH": time()
      case "TIMES": "\(time()) \(time())"
      case "N", "M", "NUMBER", "NUMBERS", "ROWS", "SONG", "SONGS", "PLACE", "PERCENT", "SEED":
        number()
      case "FILE", "PATH": file()
      case "CLAUSE": line(of: pick(PlanWords.table.rows))
      default: title()
      }
    return sign + value
  }

  private mutating func word<Value>(of spec: Word<Value>) -> String {
    switch Int.random(in: 0..<7, using: &random) {
    case 0: pick(spec.words + ["off"])
    case 1: pick(spec.furtherWords + ["off"])
    case 2: number()
    case 3: pick(["", "+", "-"]) + time()
    case 4: file()
    case 5:
      pick(["bowl", "gong", "roll", "clap", "60%", "6s", "apart", "x3", "4-7-8", "19:00", "at"])
    default: title()
    }
  }

  private mutating func number() -> String {
    pick(["0", "1", "2", "3", "4", "5", "2-3", "99", "10001", "\(Int.max)", "-1"])
  }

  private mutating func time() -> String {
    pick([
      "0", "0.3s", "1s", "5s", "7.5s", "10s", "20s", "1m", "10m", "1:30", "23h", "24h", "99:00:00",
    ])
  }

  private mutating func file() -> String {
    pick(["./bell.wav", "./scan.ogg", "\"./a, b; c.wav\"", "~/x", "2", "./\u{202E}x.wav"])
  }

  private mutating func title() -> String {
    pick(["", "Walk", "Sit", "go to bed", "\"a; b\"", "rain", "title:rain", "Élan", "Evening"])
  }

  /// True in one of `count` cases.
  private mutating func flip(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  private mutating func pick<Value>(_ choices: [Value]) -> Value {
    choices[Int.random(in: choices.indices, using: &random)]
  }
}
