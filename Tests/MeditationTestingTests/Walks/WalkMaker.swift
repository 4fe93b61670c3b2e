import MeditationPlan

@testable import MeditationCore
@testable import MeditationLanguage

/// Generates random walks: songs, then commands, waits and faults, as lines of a script.
struct WalkMaker {
  private var random: SplitMix64
  private let songCount: Int
  /// True if each step is a line of a script: loading and resuming are none.
  private let isScript: Bool

  /// A walk over up to 50 songs; a seed always gives the same walk.
  init(seed: UInt64, isScript: Bool = false) {
    self.isScript = isScript
    random = SplitMix64(seed: seed)
    songCount = Int.random(in: 0...50, using: &random)
  }

  /// The songs and `count` steps.
  mutating func walk(steps count: Int) -> (songs: [SongDeclaration], steps: [ScriptStatement]) {
    var songs: [SongDeclaration] = []
    for number in 0..<songCount {
      songs.append(
        SongDeclaration(
          title: "\(pick(["Rain", "Bowl", "Wind", "Ärger"])) \(number % 7)",
          artist: pick([nil, "Sea", "Élan"]),
          duration: pick([nil, .zero, .seconds(1), .milliseconds(2500), .seconds(20)])))
    }
    var steps: [ScriptStatement] = []
    for _ in 0..<count { steps.append(step()) }
    return (songs, steps)
  }

  private mutating func pick<Value>(_ choices: [Value]) -> Value {
    choices[Int.random(in: choices.indices, using: &random)]
  }

  /// Usually a song of the list, sometimes one beyond it.
  private mutating func number() -> Int { Int.random(in: 1...songCount + 1, using: &random) }

  private mutating func songs() -> SongSelection {
    let (one, other) = (number(), number())
    return pick([
      .all, .found, .numbers([NumberRange(one, through: one)]),
      .numbers([NumberRange(min(one, other), through: max(one, other))]),
    ])
  }

  private mutating func planChange() -> PlanChange {
    pick([
      .length(.time(.seconds(20))), .length(.time(.seconds(3))), .length(.songs), .length(.open),
      .lengthen(.seconds(5)), .lengthen(.seconds(-5)), .settling(.seconds(2)), .settling(.zero),
      .opening(2), .opening(0), .closing(3), .closing(1), .bells([.every(.seconds(5))]),
      .bells([.at([.seconds(1), .milliseconds(2500), .seconds(9)])]),
      .bells([.random(count: 4, seed: 1)]), .bells([]), .bell(.gong), .bellVolume(60),
      .fade(.seconds(2)), .breath(.box), .breath(nil), .breathVolume(60), .off,
      .then(.time(.seconds(4)), title: "Walk"), .then(.open, title: ""), .removePart(1),
      .removePart(2), .movePart(2, to: 1), .nextPart, .nextPart, .layer(Layer(.rain)),
      .layerVolume(.rain, by: -9), .removeLayer(.rain), .under([]),
    ])
  }

  /// A clause of a part.
  private mutating func clause() -> PlanChange {
    pick([
      .length(.time(.seconds(6))), .lengthen(.seconds(-2)), .opening(2), .closing(1),
      .also(.every(.seconds(5), Strokes(2, .clap))), .breath(.sigh), .layer(Layer(.rain)),
      .removeLayer(.rain),
    ])
  }

  private mutating func point() -> Action.Resumption {
    Action.Resumption(
      place: pick([nil, 0, number() - 1]),
      position: pick([.zero, .seconds(-1), .milliseconds(1500), .seconds(30)]),
      elapsed: pick([.seconds(-1), .zero, .milliseconds(700), .seconds(4), .seconds(30)]))
  }

  private mutating func step() -> ScriptStatement {
    switch Int.random(in: 0..<(isScript ? 46 : 50), using: &random) {
    case 0...3: .command(.numbers([NumberRange(number(), through: nil)]))
    case 4...6: .command(.pick(songs()))
    case 7, 8: .command(.unpick(songs()))
    case 9: .command(.invert)
    case 10, 11: .command(.action(.undo))
    case 12: .command(.action(pick([.undo, .redo, .redo])))
    case 13: .command(.action(.sort(pick(SongSort.allCases))))
    case 14: .command(pick([.shuffle, .action(.shuffle(seed: 1)), .action(.shuffle(seed: 2))]))
    case 15: .command(.action(.move(song: number() - 1, toPlace: number() - 1)))
    case 16:
      .command(
        pick([
          .move(.numbers([NumberRange(number(), through: nil)]), to: .position(number() - 1)),
          .unpick(.rest),
        ]))
    case 17: .command(pick([.pickNext(songs()), .action(.move([number() - 1], to: .next))]))
    case 18...20: .command(.action(.start))
    case 21: .command(.action(.back))
    case 22:
      .command(
        .action(
          pick([
            .finish, .pause, .play, .toggle, .toggle, .finishAfter(.song), .finishAfter(.part),
            .finishAfter(nil),
          ])))
    case 23...25: .command(.action(.next))
    case 26: .command(.action(.previous))
    case 27: .command(.action(.seek(pick([.to(.seconds(1)), .by(.seconds(-1)), .percent(60)]))))
    case 28: .command(.plan([.change(.repeat(pick(Repeat.allCases)))]))
    case 29:
      .command(pick([.find(["rain"]), .find(["arger", "elan"]), .find([]), .show(.list(.found))]))
    case 30:
      .command(
        pick([
          .action(.volume(.offset(-7))), .action(.volume(.level(100))),
          .action(.level(.on)), .action(.level(.off)), .show(.level), .show(.status),
          .show(.list(.picked)),
        ]))
    case 31: .fail(song: number(), reason: "damaged")
    case 32: pick([.loseDevice(reason: "unplugged"), .restoreDevice, .restoreDevice])
    case 33...37: .command(.plan([.change(planChange())]))
    case 38: .command(.plan([.change(.part(pick([1, 2, 3]))), .change(clause())]))
    case 46, 47:
      .command(
        .action(.load((0..<4).map { _ in number() - 1 }, plan: [planChange(), planChange()])))
    case 48, 49: .command(.action(.resume(point())))
    default: .wait(.time(pick([.milliseconds(300), .seconds(1), .seconds(7)])))
    }
  }
}
