import MeditationPlan
import Testing

@Suite("A timetable") struct TimetableTests {
  /// The session times of the first strokes, in seconds.
  private func strokes(_ timetable: Timetable, from start: Double = -60) -> [Double] {
    var times: [Double] = []
    var next = timetable.stroke(from: .seconds(start))
    while let stroke = next, times.count < 20 {
      times += timetable.strokes(at: stroke.time).map { $0.time / .seconds(1) }
      next = timetable.stroke(after: stroke.time)
    }
    return times
  }

  @Test("more bells than anybody hears are not computed")
  func manyBells() throws {
    let length = Duration.seconds(86_400)
    let many = Timetable(
      plan {
        $0.length = .time(length)
        $0.bells = [.random(count: .max, seed: 1)]
      })
    let first = try #require(many.stroke(from: .zero))
    #expect(first.time < length / 9_000)
    let dense = Timetable(plan { $0.bells = [.every(.init(attoseconds: 1), 4)] })
    #expect(dense.stroke(from: .zero)?.time == .milliseconds(100))
    #expect("\(Cue(.bell, stroke: .min, of: 2, at: .zero))".hasPrefix("bell "))
  }

  private func plan(_ make: (inout Plan) -> Void) -> Plan {
    var plan = Plan()
    make(&plan)
    return plan
  }

  @Test(
    "is asked for any time: no stroke is found beyond 35,000 years",
    arguments: [Int128.min, .min + 1, -1, 0, 1, .max - 1, .max].map(Duration.init(attoseconds:)))
  func extremes(time: Duration) {
    let rules: [BellRule] = [
      .every(.seconds(1)), .every(time), .at([time]), .beforeEnd([time]),
      .random(count: 2, seed: 1), .at([.seconds(1)], Strokes(2, apart: time)),
    ]
    let parts = [Part("Sit", .time(time)), Part("Walk", .time(.seconds(60)))]
    for rule in rules {
      for parts in [[Part("Sit", .time(.seconds(60)))], parts, parts.reversed()] {
        let plan = plan {
          $0.parts = parts
          ($0.opening, $0.closing) = (2, 2)
          $0.bells = [rule]
        }
        for timetable in [Timetable(plan), Timetable(plan, endedAt: time)] {
          let from = timetable.stroke(from: time)?.time
          #expect(from.map { $0 >= time } ?? true)
          #expect(timetable.stroke(after: time).map { $0.time > time } ?? true)
          #expect(timetable.strokes(at: time).allSatisfy { $0.time == time })
          #expect(timetable.moments(at: time).allSatisfy { $0.time == time })
        }
      }
    }
    let hourly = Timetable(plan { $0.bells = [.every(.seconds(3600))] })
    let next = time < .seconds(3600) ? Duration.seconds(3600) : nil
    #expect(hourly.stroke(from: time)?.time == next)
    #expect(hourly.stroke(after: time)?.time == next)
  }

  @Test("a bell before the end that would fall on the beginning of its part is left out")
  func beforeEndAtBeginning() {
    let plan = plan {
      $0.parts = [Part("Sit", .time(.seconds(30))), Part("Walk", .time(.seconds(60)))]
      $0.parts[1].bells = [.beforeEnd([.seconds(61), .seconds(60), .seconds(59)])]
    }
    #expect(strokes(Timetable(plan)) == [31])
  }

  @Test("of an empty plan has no strokes, also where the session has ended")
  func empty() {
    #expect(strokes(Timetable(Plan())) == [])
    #expect(strokes(Timetable(Plan(), endedAt: .seconds(60))) == [])
  }

  @Test("opening and closing strokes are 4 s apart; the closing begins at the end")
  func openingAndClosing() {
    let plan = plan {
      $0.length = .time(.seconds(60))
      ($0.opening, $0.closing) = (2, 3)
    }
    #expect(strokes(Timetable(plan)) == [0, 4, 60, 64, 68])
  }

  @Test("a session that ended early closes then, and has no more bells")
  func endedEarly() {
    let plan = plan {
      $0.length = .time(.seconds(60))
      ($0.closing, $0.bells) = (1, [.every(.seconds(10))])
    }
    #expect(strokes(Timetable(plan, endedAt: .seconds(25))) == [10, 20, 25])
    #expect(strokes(Timetable(plan, endedAt: .seconds(25)), from: 20.5) == [25])
  }

  @Test("bells less than 2 s before the end are left out")
  func quietBeforeEnd() {
    let plan = plan {
      $0.length = .time(.seconds(12))
      $0.bells = [.at([.seconds(5), .seconds(10), .milliseconds(10_001), .seconds(12)])]
    }
    #expect(strokes(Timetable(plan)) == [5, 10])
  }

  @Test("so they are where the songs end the session, which closes only when it has ended")
  func quietBeforeSongsEnd() {
    let plan = plan {
      ($0.opening, $0.closing) = (2, 3)
      $0.bells = [.every(.seconds(5)), .at([.seconds(8), .milliseconds(8_001), .seconds(9)])]
    }
    #expect(strokes(Timetable(plan, songsEnd: .seconds(10))) == [0, 4, 5, 8])
    // A single song, however short, is opened.
    #expect(strokes(Timetable(plan, songsEnd: .seconds(1))) == [0])
    #expect(strokes(Timetable(plan, endedAt: .seconds(10))) == [0, 4, 5, 8, 10, 14, 18])
  }

  @Test("times are struck in their order, and twice if they are given twice at once")
  func unordered() {
    let plan = plan { $0.bells = [.at([.seconds(9), .seconds(3), .seconds(6)])] }
    #expect(strokes(Timetable(plan)) == [3, 6, 9])
    #expect(strokes(Timetable(plan), from: 3.5) == [6, 9])
  }

  @Test("strokes of two kinds at one time are both struck")
  func coinciding() {
    let plan = plan {
      $0.opening = 2
      $0.bells = [.at([.seconds(4)])]
    }
    let cues = Timetable(plan).strokes(at: .seconds(4))
    #expect(cues.map(\.kind) == [.opening, .bell])
    #expect(cues.map(\.stroke) == [2, 1])
  }

  @Test("regular bells are never spelled out: any of them is found at once")
  func endless() {
    let plan = plan { $0.bells = [.every(.seconds(7))] }
    let late = Duration.seconds(7) * 1_000_000_000
    #expect(
      Timetable(plan).stroke(from: late - .milliseconds(1))
        == Cue(.bell, stroke: 1_000_000_000, at: late))
    #expect(Timetable(plan).stroke(after: late)?.stroke == 1_000_000_001)
    #expect(Timetable(plan).stroke(from: .seconds(-10))?.time == .seconds(7))
  }

  @Test("random bells follow from their seed, and each has its own part of the session")
  func random() {
    func times(_ seed: Int) -> [Double] {
      strokes(
        Timetable(
          plan {
            $0.length = .time(.seconds(102))
            $0.bells = [.random(count: 10, seed: seed)]
          }))
    }
    #expect(times(7) == times(7))
    #expect(times(7) != times(8))
    for seed in 1...50 {
      for (index, time) in times(seed).enumerated() {
        #expect((Double(index) * 10 + 1...Double(index) * 10 + 9).contains(time))
      }
    }
    // Frozen, so that a saved plan rings the same in every version.
    #expect(times(1).prefix(3).map { ($0 * 1000).rounded() } == Self.frozen)
  }

  private static let frozen: [Double] = [5530, 16_970, 28_770]

  @Test("random bells need a length, of more than the last 2 s")
  func randomWithoutLength() {
    #expect(strokes(Timetable(plan { $0.bells = [.random(count: 3, seed: 1)] })) == [])
    let short = plan {
      $0.length = .time(.seconds(2))
      $0.bells = [.random(count: 3, seed: 1)]
    }
    #expect(strokes(Timetable(short)) == [])
  }

  // MARK: - Rules and strokes

  @Test("rules add up; a bell of two rules at one time is struck once, two different ones are both")
  func rules() {
    let plan = plan {
      $0.length = .time(.seconds(60))
      $0.bells = [
        .every(.seconds(10)), .at([.seconds(20), .seconds(25)]),
        .at([.seconds(30)], Strokes(1, .gong)), .beforeEnd([.seconds(5), .seconds(1)]),
      ]
    }
    let timetable = Timetable(plan)
    #expect(strokes(timetable) == [10, 20, 25, 30, 30, 40, 50, 55])
    #expect(timetable.strokes(at: .seconds(30)).map(\.bell.sound) == [.bowl, .gong])
    #expect(timetable.strokes(at: .seconds(20)).map(\.stroke) == [2])
  }

  @Test("of two strokes of one sound at one time, the louder one counts")
  func louder() {
    let plan = plan {
      $0.bells = [.at([.seconds(5)], Strokes(1, volume: 40)), .at([.seconds(5)])]
    }
    #expect(Timetable(plan).strokes(at: .seconds(5)).map(\.bell.volume) == [100])
  }

  @Test("several strokes on each occasion keep their distance, their sound and their volume")
  func occasions() {
    let plan = plan {
      $0.length = .time(.seconds(40))
      $0.bells = [.every(.seconds(15), Strokes(3, apart: .seconds(6), .wood, volume: 60))]
      $0.closing = Strokes(2, apart: .milliseconds(1500))
    }
    let timetable = Timetable(plan)
    #expect(strokes(timetable) == [15, 21, 27, 30, 36, 40, 41.5])
    let second = timetable.stroke(from: .seconds(16))
    #expect(second?.stroke == 2 && second?.count == 3)
    #expect(second?.bell == Bell(.wood, volume: 60))
    // The first of several is softer.
    #expect(
      [15, 21, 27].compactMap { timetable.strokes(at: .seconds($0)).first?.gain } == [0.5, 1, 1])
  }

  @Test("occasions that overlap are all struck")
  func overlapping() {
    let plan = plan { $0.bells = [.every(.seconds(5), Strokes(3, apart: .seconds(4)))] }
    #expect(Array(strokes(Timetable(plan)).prefix(8)) == [5, 9, 10, 13, 14, 15, 18, 19])
    #expect(Timetable(plan).stroke(from: .seconds(9.5))?.time == .seconds(10))
    #expect(Timetable(plan).stroke(from: .seconds(13))?.stroke == 3)
  }

  @Test(
    "a roll comes closer and softer, and ends with one full stroke at its length",
    arguments: [3, 5, 15, 60, 300], [Bell.Sound.bowl, .gong, .chime, .wood, .clap])
  func roll(seconds: Int, sound: Bell.Sound) throws {
    let plan = plan { $0.opening = .roll(.seconds(seconds), sound) }
    let timetable = Timetable(plan)
    var cues: [Cue] = []
    var next = timetable.stroke(from: .zero)
    while let cue = next {
      cues.append(cue)
      next = timetable.stroke(after: cue.time)
    }
    #expect(cues.allSatisfy { $0.isRoll && $0.count == cues.count && $0.bell.sound == sound })
    let last = try #require(cues.last)
    cues.removeLast()
    #expect(last.time == .seconds(seconds) && last.gain == 1)
    #expect(cues.count >= 5)
    let times = cues.map { $0.time / .seconds(1) }
    let distances = zip(times.dropFirst(), times).map { $0 - $1 }
    // To a millisecond, to which times are rounded.
    #expect(zip(distances, distances.dropFirst()).allSatisfy { $0 + 0.0011 > $1 })
    #expect((distances.first ?? 0) > 1.8 * (distances.last ?? 1))
    let gains = cues.map(\.gain)
    #expect(gains.first == 1 && gains.last ?? 0 > 0.01)
    #expect(zip(gains, gains.dropFirst()).allSatisfy { $0 > $1 })
    // The rest is longer than the distances before it.
    #expect(Double(seconds) - (times.last ?? 0) > distances.last ?? 0)
  }

  @Test(
    "strokes that no session allows do not trap, and are not without end",
    arguments: [
      (Strokes.roll(.zero), 1), (.roll(.seconds(-5)), 1), (Strokes(Int.max), 1_000),
      (Strokes(Int.min), 0), (.roll(.seconds(Int64.max)), nil), (.roll(.milliseconds(1)), nil),
    ] as [(Strokes, Int?)])
  func foreign(strokes: Strokes, count: Int?) {
    let timetable = Timetable(plan { $0.opening = strokes })
    let first = timetable.stroke(from: .zero)
    #expect(first?.time == (strokes.isNone ? nil : .zero))
    let found = strokes.count(Bell())
    #expect(count.map { $0 == found } ?? (2...2_000 ~= found))
    #expect(first.map { $0.count == found } ?? true)
    _ = strokes.length
  }

  @Test("the extremes of time have no stroke, and do not trap")
  func extremes() {
    let plan = plan {
      $0.opening = .roll()
      $0.bells = [.every(.seconds(5), 9), .at([.seconds(9)])]
    }
    let far = Duration.seconds(Int64.max)
    #expect(Timetable(plan).stroke(from: .zero - far)?.time == .zero)
    _ = Timetable(plan).stroke(after: far)
    _ = Timetable(plan).stroke(from: far)
  }
}
