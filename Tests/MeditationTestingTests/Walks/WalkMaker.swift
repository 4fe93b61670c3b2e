import MeditationCore
import MeditationPlan
import Testing

/// Generates random walks: songs, then commands, waits and faults, as lines of a script.
struct WalkMaker {
  private var random: SplitMix64
  private let songCount: Int

  /// A walk over up to 50 songs; a seed always gives the same walk.
  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
    songCount = Int.random(in: 0...50, using: &random)
  }

  /// A walk of `count` steps.
  mutating func walk(steps count: Int) -> Walk {
    var walk = Walk(songs: [], steps: [])
    for number in 0..<songCount {
      let title = pick(["Rain", "Bowl", "Wind", "Ärger"])
      let artist = pick(["", " by \"Sea\"", " by \"Élan\""])
      let length = pick(["", " 0", " 1", " 2.5", " 20"])
      walk.songs.append("song \"\(title) \(number % 7)\"\(artist)\(length)")
    }
    for _ in 0..<count { walk.steps.append(step()) }
    return walk
  }

  private mutating func pick<Value>(_ choices: [Value]) -> Value {
    choices[Int.random(in: choices.indices, using: &random)]
  }

  /// Usually a song of the list, sometimes one beyond it.
  private mutating func number() -> Int { Int.random(in: 1...songCount + 1, using: &random) }

  private mutating func songs() -> String {
    let (one, other) = (number(), number())
    return pick(["all", "found", "\(one)", "\(min(one, other))-\(max(one, other))"])
  }

  private mutating func planChange() -> String {
    pick([
      "for 20s", "for 3s", "for songs", "for open", "for +5s", "for -5s", "settle 2s", "settle off",
      "opening 2", "opening off", "closing 3", "closing 1", "bells every 5s", "bells at 1s 2.5s 9s",
      "bells random 4 1", "bells off", "bell gong", "bell volume 60", "fade 2s", "breath box",
      "breath off", "breath volume 60", "plan off", "then 4s Walk", "then open", "part 1 off",
      "part 2 off", "part 2 to 1", "next part", "next part", "under rain", "under rain -9",
      "under rain off", "under off",
    ])
  }

  /// A clause of a part.
  private mutating func clause() -> String {
    pick([
      "for 6s", "for -2s", "opening 2", "closing 1", "also every 5s 2 clap", "breath sigh",
      "under rain", "under rain off",
    ])
  }

  /// An action that no line performs.
  private mutating func action() -> Action {
    if pick([true, false]) {
      return .resume(
        Action.Resumption(
          place: pick([nil, 0, number() - 1]),
          position: pick([.zero, .seconds(-1), .milliseconds(1500), .seconds(30)]),
          elapsed: pick([.seconds(-1), .zero, .milliseconds(700), .seconds(4), .seconds(30)])))
    }
    let steps = [planChange(), planChange()].flatMap { line -> [PlanStep] in
      // The one line that is no plan.
      if line == "next part" { return [.change(.nextPart)] }
      if let steps = try? PlanText.parse(line) { return steps }
      Issue.record("No plan: \(line)")
      return []
    }
    return .load((0..<4).map { _ in number() - 1 }, plan: steps.map(\.exampleChange))
  }

  private mutating func step() -> Walk.Step {
    switch Int.random(in: 0..<50, using: &random) {
    case 0...3: .line("\(number())-")
    case 4...6: .line("pick \(songs())")
    case 7, 8: .line("unpick \(songs())")
    case 9: .line("invert")
    case 10, 11: .line("undo")
    case 12: .line(pick(["undo", "redo", "redo"]))
    case 13: .line("sort \(pick(SongSort.Key.allCases))\(pick(["", " descending"]))")
    case 14: .line(pick(["shuffle", "shuffle 1", "shuffle 2"]))
    case 15: .line("move \(number()) to \(number())")
    case 16: .line(pick(["move \(number())- to \(number())", "unpick rest"]))
    case 17: .line(pick(["pick \(songs()) next", "move \(number()) to next"]))
    case 18...20: .line("start")
    case 21: .line("back")
    case 22:
      .line(
        pick([
          "finish", "pause", "play", "toggle", "toggle", "finish after song", "finish after part",
          "finish after off",
        ]))
    case 23...25: .line("next")
    case 26: .line("previous")
    case 27: .line("seek \(pick(["1", "-1", "60%"]))")
    case 28: .line("repeat \(pick(Repeat.allCases))")
    case 29: .line(pick(["find rain", "find arger elan", "find", "list found"]))
    case 30:
      .line(
        pick([
          "volume -7", "volume 100", "level on", "level off", "level", "status", "list picked",
        ]))
    case 31: .line("fail \(number()) damaged")
    case 32: .line(pick(["lose device unplugged", "restore device", "restore device"]))
    case 33...37: .line(planChange())
    case 38: .line("part \(pick([1, 2, 3])) \(clause())")
    case 39: .line(pick(["lock", "unlock", "unlock", "unlock"]))
    case 46...49: .action(action())
    default: .line("wait \(pick(["0.3", "1", "7"]))")
    }
  }
}
