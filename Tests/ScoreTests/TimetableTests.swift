import Score
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

  private func plan(_ make: (inout Plan) -> Void) -> Plan {
    var plan = Plan()
    make(&plan)
    return plan
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
      ($0.closing, $0.bells) = (1, .every(.seconds(10)))
    }
    #expect(strokes(Timetable(plan, endedAt: .seconds(25))) == [10, 20, 25])
    #expect(strokes(Timetable(plan, endedAt: .seconds(25)), from: 20.5) == [25])
  }

  @Test("bells less than 2 s before the end are left out")
  func quietBeforeEnd() {
    let plan = plan {
      $0.length = .time(.seconds(12))
      $0.bells = .at([.seconds(5), .seconds(10), .milliseconds(10_001), .seconds(12)])
    }
    #expect(strokes(Timetable(plan)) == [5, 10])
  }

  @Test("times are struck in their order, and twice if they are given twice at once")
  func unordered() {
    let plan = plan { $0.bells = .at([.seconds(9), .seconds(3), .seconds(6)]) }
    #expect(strokes(Timetable(plan)) == [3, 6, 9])
    #expect(strokes(Timetable(plan), from: 3.5) == [6, 9])
  }

  @Test("strokes of two kinds at one time are both struck")
  func coinciding() {
    let plan = plan {
      $0.opening = 2
      $0.bells = .at([.seconds(4)])
    }
    let cues = Timetable(plan).strokes(at: .seconds(4))
    #expect(cues.map(\.kind) == [.opening, .bell])
    #expect(cues.map(\.stroke) == [2, 1])
  }

  @Test("regular bells are never spelled out: any of them is found at once")
  func endless() {
    let plan = plan { $0.bells = .every(.seconds(7)) }
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
            $0.bells = .random(count: 10, seed: seed)
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

  @Test("random bells need a length")
  func randomWithoutLength() {
    #expect(strokes(Timetable(plan { $0.bells = .random(count: 3, seed: 1) })) == [])
  }
}
