import MeditationCore
import MeditationPlan

/// Actions and events with the extremes of their types, or with values of every day, at random.
struct ExtremeValues {
  var random: SplitMix64

  init(seed: UInt64) { random = SplitMix64(seed: seed) }

  mutating func pick<Value>(_ values: [Value]) -> Value {
    values[Int.random(in: values.indices, using: &random)]
  }

  private mutating func isExtreme() -> Bool { Int.random(in: 0..<3, using: &random) == 0 }

  mutating func time() -> Duration {
    isExtreme()
      ? Duration(attoseconds: pick([.min, .min + 1, -1, 0, 1, .max - 1, .max]))
      : .milliseconds(pick([-70_000, -500, 0, 1, 999, 5_000, 60_000, 3_600_000]))
  }

  mutating func number() -> Int {
    isExtreme() ? pick([.min, .min + 1, -1, .max - 1, .max]) : pick([0, 1, 2, 3, 4, 5, 100])
  }

  mutating func numbers() -> [Int] { (0..<pick([0, 1, 3])).map { _ in number() } }

  var length: Duration? {
    mutating get { pick([nil, time()]) }
  }

  mutating func planLength() -> Plan.Length { pick([.songs, .open, .time(time())]) }

  mutating func strokes() -> Strokes {
    pick([
      Strokes(number(), apart: time(), pick([nil, .gong]), volume: pick([nil, number()])),
      .roll(time()),
    ])
  }

  mutating func rule() -> BellRule {
    BellRule(
      pick([
        .every(time()), .at([time(), time()]), .beforeEnd([time()]),
        .random(count: number(), seed: number()),
      ]), strokes())
  }

  mutating func breath() -> Breath {
    Breath(
      inhale: time(), topUp: time(), holdFull: time(), exhale: time(), holdEmpty: time(),
      count: pick([nil, number()]))
  }

  mutating func guide() -> Guide {
    Guide("g", lines: [Guide.Line("a", at: time(), from: pick([.beginning, .end]))])
  }

  mutating func layer() -> Layer {
    Layer(pick([.rain, .file("a")]), volume: number(), beginsWithSettling: pick([true, false]))
  }

  mutating func voice() -> Voice {
    var voice = Voice("v", at: time(), length: length)
    voice.skipped = time()
    return voice
  }

  private mutating func target() -> Action.SessionTarget { pick([.time(time()), .part(number())]) }

  mutating func change() -> PlanChange {
    pick([
      .length(planLength()), .lengthen(time()), .settling(time()),
      .begin(TimeOfDay(second: number())), .opening(strokes()), .closing(strokes()),
      .bells([rule(), rule()]), .also(rule()), .bell(.gong), .bellVolume(number()),
      .fade(Fade(in: time(), out: time())), .fadeIn(time()), .fadeOut(time()),
      .breath(breath()),
      .breathVolume(number()), .music(pick([true, false])), .under([layer()]), .layer(layer()),
      .removeLayer(.rain), .layerVolume(.rain, by: number()), .voices([voice()]), .voice(voice()),
      .moveVoice(time()), .voiceVolume(number()),
      .guide(guide()),
      .until(TimeOfDay(second: number())), .wholeSongs(pick([true, false])),
      .repeat(pick(Repeat.allCases)), .crossfade(time()), .volume(number()), .level(.on),
      .then(planLength(), title: "b"), .part(number()), .removePart(number()),
      .movePart(number(), to: number()), .nextPart, .off,
    ])
  }

  private mutating func changes() -> [PlanChange] { (0..<pick([1, 2])).map { _ in change() } }

  var action: Action {
    mutating get {
      pick([
        .select(number()), .pick(numbers()), .pickNext(numbers()), .unpick(numbers()),
        .invert(numbers()), .sort(.length), .shuffle(seed: number()),
        .move(numbers(), to: pick([.position(number()), .next])), .undo, .redo, .start, .start,
        .play, .pause, .toggle, .next, .previous,
        .seek(pick([.to(time()), .by(time()), .percent(number())])), .back, .finish,
        .volume(pick([.level(number()), .offset(number())])), .level(.album), .plan(changes()),
        .plan(changes()), .load(numbers(), plan: changes()),
        .resume(
          .init(
            place: pick([nil, number()]), position: time(), elapsed: time(),
            jumped: pick([nil, time()]))),
        .startAt(target()), .rehearse,
        .startByClock(ClockStart(zero: time()), now: time()), .endByClock(time()),
        .jump(pick([.to(target()), .by(time())])),
      ])
    }
  }

  mutating func event(in generation: Generation) -> EngineEvent {
    let cue = Cue(
      pick([.bell, .opening, .closing, .part, .end]), stroke: number(), at: time())
    return EngineEvent(
      generation: pick([generation, generation, Generation(jump: number(), segment: number())]),
      position: time(), elapsed: time(), gain: pick([nil, 1, .nan, -.infinity]),
      kind: pick([
        .position, .position, .crossed, .ended, .damaged(lost: time()), .failed(reason: "r"),
        .deviceLost(reason: "r"), .deviceRestored, .soundMoved(reason: "r"), .noDevice(reason: "r"),
        .underrun(lost: time()), .stalled, .mixedDown(from: number(), to: number()),
        .gainRefused(reason: "r"), .measuring(percent: pick([nil, number()])),
        .outputFailed(reason: "r"), .laneFailed(path: "p", reason: "r"), .cue(cue), .cue(cue),
        .rangOut,
      ]))
  }
}
