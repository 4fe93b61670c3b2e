import Score
import TestSupport

/// Makes random plans within the limits, each part absent in about half of them.
struct RandomPlan {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func next() -> Plan {
    var plan = Plan()
    if flip() { plan.length = pick([.open, .time(time(upTo: 24 * 3600))]) }
    if flip() { plan.settling = time(upTo: 3600) }
    if flip() { plan.opening = Int.random(in: 0...9, using: &random) }
    if flip() { plan.closing = Int.random(in: 0...9, using: &random) }
    if flip() { plan.bells = bells() }
    if flip() { plan.bell = bell() }
    if flip() { plan.fade = time(upTo: 600) }
    if flip() { plan.breath = breath() }
    if flip() { plan.breathVolume = Int.random(in: 0...100, using: &random) }
    plan.repeats = flip()
    if flip() { plan.crossfade = time(upTo: 30) }
    // Alone, these are commands of their own.
    if !plan.isEmpty, flip() { plan.volume = Int.random(in: 0...100, using: &random) }
    if !plan.isOfSongsAlone, flip() { plan.level = pick(Level.allCases) }
    return plan
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

  private mutating func bells() -> Bells {
    let times = (0..<Int.random(in: 1...5, using: &random)).map { _ in time(upTo: 24 * 3600) }
    return pick([
      .every(time(upTo: 3600) + .seconds(5)), .at(times),
      .random(
        count: Int.random(in: 1...10_000, using: &random),
        seed: pick([0, Int.random(in: 0..<Int.max, using: &random)])),
    ])
  }

  private mutating func bell() -> Bell {
    let pieces = [
      "a", "bell", "gong", "/", ".", "./", "~/", " ", "  ", ",", ", ", "\"", "\\", "#", " #", "ü",
      "-", "'", "every", "off", "e\u{301}",
    ]
    let name = (1...Int.random(in: 1...6, using: &random)).map { _ in pick(pieces) }.joined()
    return Bell(
      pick([.bowl, .gong, .chime, .wood, .file(name), .file(name)]),
      volume: pick([100, Int.random(in: 0...100, using: &random)]))
  }

  private mutating func breath() -> Breath {
    let hold = pick([.zero, time(upTo: 60)])
    return pick([
      .box, .coherent,
      Breath(
        inhale: .seconds(1) + time(upTo: 59), holdFull: pick([.zero, hold]),
        exhale: .seconds(1) + time(upTo: 59), holdEmpty: pick([.zero, hold])),
    ])
  }
}
