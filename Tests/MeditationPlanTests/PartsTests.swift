import MeditationPlan
import Testing

/// A session in parts is one clock over all of them.
@Suite("A plan in parts") struct PartsTests {
  /// 25 minutes, 10 and 25: `opening 3, closing 2`, `opening 1 clap, bells every 4m`, `closing 1`.
  private static let zazen = plan(
    Part("Sit", .time(.seconds(1500))), Part("Walk", .time(.seconds(600))),
    Part("Sit", .time(.seconds(1500)))
  ) {
    ($0[0].opening, $0[0].closing) = (3, 2)
    ($0[1].opening, $0[1].bells) = (Strokes(1, .clap), [.every(.seconds(240))])
    $0[2].closing = 1
  }

  private static func plan(_ parts: Part..., make: (inout [Part]) -> Void = { _ in }) -> Plan {
    var plan = Plan()
    plan.parts = parts
    make(&plan.parts)
    return plan
  }

  /// Every stroke up to an hour after `start`, as its kind, its part and its session time in seconds.
  private func strokes(_ timetable: Timetable, from start: Duration = .seconds(-1)) -> [String] {
    var all: [String] = []
    var next = timetable.stroke(from: start)
    while let time = next?.time, all.count < 50 {
      all += timetable.strokes(at: time).map { "\($0.kind) \($0.part) \($0.time / .seconds(1))" }
      next = timetable.stroke(after: time)
    }
    return all
  }

  @Test("strikes what belongs to each part, counted from its beginning")
  func zazen() {
    #expect(
      strokes(Timetable(Self.zazen)) == [
        "opening 1 0.0", "opening 1 4.0", "opening 1 8.0", "closing 1 1500.0", "closing 1 1504.0",
        "opening 2 1512.0", "bell 2 1740.0", "bell 2 1980.0", "closing 3 3600.0",
      ])
    #expect(Self.zazen.end == .seconds(3600))
    #expect(Self.zazen.length == .time(.seconds(3600)))
  }

  @Test("parts begin where those before end, and are told there")
  func begins() {
    let timetable = Timetable(Self.zazen)
    #expect(timetable.moment(from: .seconds(-10)) == .zero)
    #expect(timetable.moments(at: .zero) == [Cue(.part, part: 1, at: .zero)])
    #expect(timetable.moment(from: .seconds(1)) == .seconds(1500))
    #expect(timetable.moments(at: .seconds(1500)) == [Cue(.part, part: 2, at: .seconds(1500))])
    #expect(timetable.moment(from: .seconds(2101)) == nil)
    #expect(Timetable(Plan()).moment(from: .seconds(-1)) == nil)
    var titled = Plan()
    titled.parts[0].title = "Sit"
    #expect(Timetable(titled).moment(from: .zero) == .zero)
  }

  @Test(
    "each session time is in one part",
    arguments: [
      (-5, 0), (0, 0), (1499.999, 0), (1500, 1), (2099, 1), (2100, 2), (3600, 2), (9000, 2),
    ] as [(Double, Int)])
  func partAt(seconds: Double, part: Int) {
    #expect(Self.zazen.part(at: .seconds(seconds)) == part)
  }

  @Test(
    "the strokes that open a part follow those that close the one before",
    arguments: [
      (Strokes(1), Strokes(1), 8), (Strokes(3), Strokes(1), 16), (Strokes(0), Strokes(1), 0),
      (Strokes(2), Strokes(2, apart: .seconds(6)), 16), (.roll(.seconds(20)), Strokes(1), 28),
      // By ear, the gap is longer than those in either row.
      (Strokes(2, apart: .seconds(10)), Strokes(2), 30),
      (Strokes(2, apart: .seconds(1)), Strokes(2, apart: .milliseconds(500)), 3),
    ] as [(Strokes, Strokes, Double)])
  func seam(closing: Strokes, opening: Strokes, later: Double) {
    let plan = Self.plan(Part("", .time(.seconds(60))), Part("", .open)) {
      ($0[0].closing, $0[1].opening) = (closing, opening)
    }
    #expect(plan.opening(ofPart: 1) == .seconds(60 + later))
    let first = Timetable(plan).stroke(from: .seconds(60 + later))
    #expect(first?.time == .seconds(60 + later))
    #expect(first?.kind == .opening)
  }

  @Test("bells before the end, and at random, are those of their part")
  func inPart() {
    let plan = Self.plan(Part("", .time(.seconds(100))), Part("", .time(.seconds(100)))) {
      $0[1].bells = [
        .beforeEnd([.seconds(10), .seconds(150)]), .random(count: 5, seed: 7),
        .at([.seconds(3), .seconds(99)]),
      ]
    }
    var alone = Plan()
    alone.length = .time(.seconds(100))
    alone.bells = [
      .beforeEnd([.seconds(10)]), .random(count: 5, seed: 7), .at([.seconds(3), .seconds(99)]),
    ]
    func times(_ plan: Plan) -> [Duration] {
      var times: [Duration] = []
      while let next = Timetable(plan).stroke(after: times.last ?? .zero) {
        times.append(next.time)
      }
      return times
    }
    #expect(times(alone).count == 7)
    #expect(times(plan) == times(alone).map { $0 + .seconds(100) })
  }

  @Test(
    "a session that ends early closes with what closes its last part",
    arguments: [
      (1000, ["closing 1 1000.0"]), (1500, ["closing 1 1500.0"]),
      (
        1800,
        ["closing 1 1500.0", "closing 1 1504.0", "opening 2 1512.0", "bell 2 1740.0"]
          + ["closing 2 1800.0"]
      ),
    ] as [(Double, [String])])
  func endedEarly(at end: Double, expected: [String]) {
    let timetable = Timetable(Self.zazen, endedAt: .seconds(end))
    #expect(strokes(timetable, from: .seconds(10)) == expected)
    #expect(timetable.moment(from: .seconds(end)) == nil)
  }

  @Test("a length for the whole session is that of its last part")
  func wholeLength() {
    var plan = Self.zazen
    plan.length = .time(.seconds(3000))
    #expect(plan.parts.map(\.length) == [1500, 600, 900].map { .time(.seconds($0)) })
    plan.length = .open
    #expect(plan.parts[2].length == .open)
    #expect(plan.end == nil)
    plan.parts = []
    #expect(plan == Plan())
  }

  @Test("99 parts of ten strokes each: every one is found, from any time on")
  func many() {
    var plan = Plan()
    plan.parts = (0..<99).map { _ in
      var part = Part("Sit", .time(.seconds(60)))
      part.bells = [.every(.seconds(5))]
      return part
    }
    let timetable = Timetable(plan)
    var count = 0
    var next = timetable.stroke(from: .zero)
    while let stroke = next {
      count += 1
      #expect(stroke.part == plan.part(at: stroke.time) + 1)
      next = timetable.stroke(after: stroke.time)
    }
    #expect(count == 99 * 11)
  }

  @Test("the music waits in parts without it, next to each other in one go")
  func rests() {
    let minute = Duration.seconds(60)
    let plan = Self.plan(
      Part("", .time(minute)), Part("", .time(minute)), Part("", .time(minute)),
      Part("", .time(minute)), Part("", .songs)
    ) { ($0[1].hasMusic, $0[2].hasMusic) = (false, false) }
    #expect(plan.musicRests == MusicRests([minute..<minute * 3]))
    #expect(plan.musicRests.rest(at: minute * 3) == nil)
    #expect(plan.musicRests.rest(at: minute) == minute..<minute * 3)
    #expect(plan.musicRests.edge(after: .zero) == minute)
    #expect(plan.musicRests.edge(after: minute) == minute * 3)
    let rests = plan.musicRests
    #expect(
      [30, 60, 90, 180, 200].map { rests.music(until: .seconds($0)) / .seconds(1) } == [
        30, 60, 60, 60, 80,
      ])
    #expect(rests.end(ofMusic: minute, from: .zero) == minute)
    #expect(rests.end(ofMusic: minute * 2, from: .zero) == minute * 4)
    #expect(rests.end(ofMusic: minute, from: minute * 2) == minute * 4)
    #expect(rests.end(ofMusic: minute, from: minute * 5) == minute * 6)
  }

  @Test("in the last part it waits however long the session goes on")
  func endlessRest() {
    let plan = Self.plan(Part("", .time(.seconds(60))), Part("", .time(.seconds(60)))) {
      $0[1].hasMusic = false
    }
    #expect(plan.musicRests.rest(at: .seconds(9_999)) != nil)
    #expect(plan.musicRests.end(ofMusic: .seconds(61), from: .zero) == nil)
    #expect(plan.musicRests.end(ofMusic: .seconds(60), from: .zero) == .seconds(60))
  }
}
