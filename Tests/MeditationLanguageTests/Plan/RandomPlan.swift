import MeditationPlan
import MeditationTestSupport
import MeditationText

/// Makes random plans within the limits, each part absent in about half of them.
struct RandomPlan {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func next() -> Plan {
    var plan = Plan()
    plan.parts = [part()]
    if flip() { plan.settling = time(upTo: 3600) }
    if flip() { plan.bell = bell() }
    if flip() { plan.fade = Fade(in: time(upTo: 600), out: time(upTo: 600)) }
    if flip() { plan.breathVolume = Int.random(in: 0...100, using: &random) }
    plan.repeats = flip() ? .off : flip() ? .on : .one
    if flip() { plan.crossfade = time(upTo: 30) }
    // Alone, these are commands of their own.
    if !plan.isEmpty, flip() { plan.volume = Int.random(in: 0...100, using: &random) }
    if !plan.isOfSongsAlone, flip() { plan.level = pick(Level.allCases) }
    if flip() {
      plan.parts += (0..<Int.random(in: 1...3, using: &random)).map { _ in part() }
      for index in plan.parts.indices {
        if flip() { plan.parts[index].title = title() }
        guard index < plan.parts.count - 1, plan.parts[index].duration == nil else { continue }
        plan.parts[index].length = .time(time(upTo: 3600))
      }
      if flip() { plan.sessionOpening = strokes(from: 0) }
      if flip() { plan.sessionClosing = strokes(from: 0) }
    }
    return plan.withSoundsOfSession
  }

  private mutating func part() -> Part {
    var part = Part()
    if flip() { part.length = pick([.open, .time(time(upTo: 24 * 3600))]) }
    if flip() { part.opening = strokes(from: 0) }
    if flip() { part.closing = strokes(from: 0) }
    if flip() { part.bells = (0...Int.random(in: 0...3, using: &random)).map { _ in rule() } }
    if flip() { part.breath = breath() }
    if flip() {
      part.under = [Layer(.rain, volume: pick([0, 40])), Layer(.stream)]
      part.under.removeLast(Int.random(in: 0...1, using: &random))
    }
    return part
  }

  /// A title without blanks at its ends.
  private mutating func title() -> String {
    let pieces = [
      "Sit", "walk", " ", ";", ",", "\"", "\\", "5m", "s", "min", "off", "ü", "-", "'", "7",
    ]
    let title = (1...Int.random(in: 1...6, using: &random)).map { _ in pick(pieces) }.joined()
    return CleanText.clean(title)
  }

  private mutating func flip() -> Bool { Bool.random(using: &random) }

  private mutating func pick<Value>(_ choices: [Value]) -> Value {
    choices[Int.random(in: choices.indices, using: &random)]
  }

  /// A positive time, in whole minutes, in seconds or to the nanosecond.
  private mutating func time(upTo seconds: Int) -> Duration {
    let unit = pick([min(seconds, 60) * 1_000_000_000, 1_000_000_000, 500_000_000, 1])
    return .nanoseconds(Int.random(in: 1...(seconds * 1_000_000_000 / unit), using: &random) * unit)
  }

  private mutating func rule() -> BellRule {
    let times = (0..<Int.random(in: 1...5, using: &random)).map { _ in time(upTo: 24 * 3600) }
    return BellRule(
      pick([
        .every(time(upTo: 3600) + .seconds(5)), .at(times), .beforeEnd(times),
        .random(
          count: Int.random(in: 1...10_000, using: &random),
          seed: pick([0, Int.random(in: 0..<Int.max, using: &random)])),
      ]), pick([1, strokes(from: 1)]))
  }

  private mutating func strokes(from least: Int) -> Strokes {
    let count = Int.random(in: least...9, using: &random)
    let forms: [Strokes.Form] = [
      .count(count, apart: Strokes.interval),
      .count(max(count, 1), apart: .milliseconds(200) + time(upTo: 59)),
      .roll(pick([Strokes.rollLength, .seconds(3) + time(upTo: 297)])),
    ]
    let form = pick(forms)
    guard form != .count(0, apart: Strokes.interval), flip() else { return Strokes(form) }
    return Strokes(form, pick([nil, sound()]), volume: pick([nil, 0, 60, 100]))
  }

  private mutating func bell() -> Bell {
    Bell(sound(), volume: pick([100, Int.random(in: 0...100, using: &random)]))
  }

  private mutating func sound() -> Bell.Sound {
    let pieces = [
      "a", "bell", "gong", "/", ".", "./", "~/", " ", "  ", ",", ", ", "\"", "\\", "#", " #", "ü",
      "-", "'", "every", "off", "e\u{301}",
    ]
    let name = (1...Int.random(in: 1...6, using: &random)).map { _ in pick(pieces) }.joined()
    return pick([.bowl, .gong, .chime, .wood, .clap, .file(name), .file(name)])
  }

  private mutating func breath() -> Breath {
    let hold = pick([.zero, time(upTo: 60)])
    var breath = pick([
      .box, .coherent,
      Breath(
        inhale: .seconds(1) + time(upTo: 59), topUp: pick([.zero, .seconds(1)]),
        holdFull: pick([.zero, hold]),
        exhale: .seconds(1) + time(upTo: 59), holdEmpty: pick([.zero, hold])),
    ])
    breath.count = pick([nil, nil, 1, 8, 999])
    return breath
  }
}
