import MeditationPlan
import Testing

@testable import MeditationEngine

/// Strokes begin at exact frames and are reported there.
@MainActor struct StrokeTests {
  /// The frames at which the largest steps upwards are.
  static func onsets(_ samples: [Int32]) -> [Int] {
    let step = Int32(Ping.peak / 4 * 0x1p23)
    return samples.indices.filter {
      samples[$0] - ($0 > 0 ? samples[$0 - 1] : 0) > step
    }
  }

  /// The frames of the strokes' times in a rendering whose zero is at the end of the settling.
  private func frames(_ seconds: [Double], rate: Int) -> [Int] {
    seconds.map { Int(($0 * Double(rate)).rounded()) }
  }

  @Test("in silence and over songs, at any rate", arguments: [44_100, 48_000], [0, 2])
  func exact(rate: Int, songCount: Int) {
    let song = MemoryTrack.silence(frames: rate * 2 + 123, rate: rate)
    let rig = Rig([MemoryTrack](repeating: song, count: songCount), sounds: .pings)
    rig.endsItself = true
    let rate = songCount == 0 ? 44_100 : rate
    let plan = Plan.of {
      $0.length = .time(.seconds(5.5))
      $0.settling = .seconds(2)
      $0.opening = 1
      $0.closing = 2
      $0.bells = [.at([.seconds(2), .seconds(3.000_01), .seconds(4)])]
    }
    rig.sit(plan)
    rig.advance(frames: rate * 15, rate: rate)
    let times = [0, 2, 3.000_01, 5.5, 9.5]
    let heard = songCount == 0 ? rig.tape.int16().map { Int32($0) << 8 } : rig.tape.int24()
    let channelCount = songCount == 0 ? 2 : 1
    let onsets = Self.onsets(stride(from: 0, to: heard.count, by: channelCount).map { heard[$0] })
    #expect(onsets == frames(times.map { $0 + 2 }, rate: rate))
    let cues = rig.news.compactMap(\.cue)
    #expect(cues.map(\.kind) == [.opening, .bell, .bell, .end, .closing, .closing])
    #expect(cues.map(\.stroke) == [1, 1, 2, 0, 1, 2])
    for event in rig.news where event.cue != nil {
      let frame = event.elapsed.frameCount(at: rate)
      #expect(event.elapsed == Duration(frames: frame, sampleRate: rate))
      #expect(frame == event.cue?.time.frameCount(at: rate))
    }
    #expect(rig.news.last?.kind == .rangOut)
    #expect(rig.news.filter { $0.kind == .rangOut }.count == 1)
    // The session goes on until the last stroke has rung out.
    #expect(rig.news.last?.elapsed == .seconds(11.5))
  }

  @Test(
    "no bell comes less than 2 s before the end of the last song, nor after it", arguments: [1, 2])
  func endOfSongs(count: Int) {
    let song = MemoryTrack.silence(frames: 44_100 * 10 / count)
    let rig = Rig(
      [MemoryTrack](repeating: song, count: count), sounds: .pings,
      lengths: [Duration?](repeating: .seconds(10) / count, count: count))
    rig.endsItself = true
    rig.sit(
      .of {
        ($0.opening, $0.closing) = (1, 2)
        $0.bells = [.every(.seconds(5)), .at([.seconds(8), .seconds(9)])]
      })
    rig.advance(frames: 44_100 * 20)
    let cues = rig.news.compactMap(\.cue)
    #expect(cues.map(\.kind) == [.opening, .bell, .bell, .closing, .closing])
    #expect(cues.map(\.time) == [0, 5, 8, 10, 14].map { .seconds($0) })
  }

  @Test("a bell at the very time at which a song follows rings in that song, to the frame")
  func boundary() {
    let songs = [MemoryTrack](repeating: .silence(frames: 88_200), count: 2)
    let rig = Rig(songs, sounds: .pings)
    rig.sit(.of { $0.bells = [.at([.seconds(2)])] })
    rig.advance(frames: 44_100 * 3)
    #expect(rig.news.map { $0.cue?.kind.rawValue ?? "\($0.kind)" } == ["crossed", "bell"])
    #expect(rig.news.map(\.elapsed) == [.seconds(2), .seconds(2)])
    #expect(rig.news.last?.generation.segment == 1)
    let heard = rig.tape.int24()
    #expect(Self.onsets(heard) == [88_200])
  }

  @Test("parts: each stroke and each beginning at its frame, what closes one before the next")
  func parts() {
    let rate = 44_100
    let rig = Rig([.silence(frames: rate * 2 + 123)], sounds: .pings)
    rig.endsItself = true
    var plan = Plan()
    plan.parts = [3.000_01, 9, 2.5].map { Part("Sit", .time(.seconds($0))) }
    // Between two parts there are two of these distances.
    let stroke = Strokes(1, apart: .seconds(1))
    (plan.parts[0].opening, plan.parts[0].closing) = (1, stroke)
    (plan.parts[1].opening, plan.parts[1].bells) = (
      stroke, [.every(.seconds(3.5)), .beforeEnd([.seconds(2.5)])]
    )
    plan.parts[2].closing = 1
    rig.sit(plan)
    rig.advance(frames: rate * 20)
    let times = [0, 3.000_01, 5.000_01, 6.500_01, 9.500_01, 10.000_01, 14.500_01]
    #expect(Self.onsets(rig.tape.int24()) == frames(times, rate: rate))
    let cues = rig.news.compactMap(\.cue)
    #expect(
      cues.map { "\($0.kind) \($0.part)" } == [
        "part 1", "opening 1", "closing 1", "part 2", "opening 2", "bell 2", "bell 2", "bell 2",
        "part 3", "end 3", "closing 3",
      ])
    for event in rig.news where event.cue?.kind == .part {
      #expect(event.elapsed.frameCount(at: rate) == event.cue?.time.frameCount(at: rate))
    }
  }

  @Test("the tone to breathe with begins with its part, and ends with it")
  func breathOfPart() {
    func heard(_ parts: [Part]) -> [Int16] {
      let rig = Rig([], sounds: .tones(Tone(), breath: Tone(peak: 0.3, seconds: 60, frequency: 50)))
      var plan = Plan()
      plan.parts = parts
      rig.sit(plan)
      rig.advance(frames: 44_100 * 9)
      return rig.tape.int16()
    }
    var breathing = Part("", .time(.seconds(4)))
    breathing.breath = Breath(inhale: .seconds(2), exhale: .seconds(2))
    let alone = heard([breathing]).prefix(44_100 * 2 * 4)
    let second = heard([Part("", .time(.seconds(2))), breathing, Part("", .time(.seconds(2)))])
    #expect(alone.contains { $0 > 3_000 })
    #expect(second.prefix(44_100 * 2 * 2).allSatisfy { $0 == 0 })
    #expect(second.dropFirst(44_100 * 2 * 2).prefix(alone.count).elementsEqual(alone))
    #expect(second.dropFirst(44_100 * 2 * 6).allSatisfy { $0 == 0 })
    // In a part without an end, it ends after its last breath.
    breathing.length = .open
    breathing.breath?.count = 1
    let once = heard([breathing])
    #expect(once.prefix(44_100 * 2).elementsEqual(alone.prefix(44_100 * 2)))
    #expect(once.dropFirst(44_100 * 2 * 4).allSatisfy { $0 == 0 })
  }

  @Test("the tone ends with the last whole breath before the end of the last song")
  func breathBeforeEndOfSongs() {
    let samples = render(secondsOfSong: 11, isKnown: true, answersAt: 11)
    let end = 2 * 8_000 * 10
    #expect(samples.count >= 2 * 8_000 * 11)
    #expect(samples[(end / 2)..<end].contains { $0 > 1_000 })
    #expect(samples.dropFirst(end).allSatisfy { $0 == 0 })
  }

  @Test("a file is the same, however late the session hears of its end", arguments: [true, false])
  func lateAnswer(isKnown: Bool) {
    let second = 2 * 8_000
    let atOnce = render(secondsOfSong: 7, isKnown: isKnown, answersAt: 7)
    let late = render(secondsOfSong: 7, isKnown: isKnown, answersAt: 9)
    // The timeline of the tests goes on in silence meanwhile; a file is not written.
    let waited = 7 * second..<9 * second
    #expect(late[waited].allSatisfy { $0 == 0 })
    let written = late[..<waited.lowerBound] + late[waited.upperBound...]
    #expect(written.elementsEqual(atOnce))
  }

  /// A session that ends with a silent song, under the tone of a breath, in stereo of 8 kHz.
  private func render(secondsOfSong seconds: Int, isKnown: Bool, answersAt answer: Int) -> [Int16] {
    let rate = 8_000
    let rig = Rig(
      [MemoryTrack([Int16](repeating: 0, count: 2 * rate * seconds), rate: rate, channels: 2)],
      sounds: .tones(Tone(), breath: Tone(peak: 0.3, seconds: 60, frequency: 50)),
      lengths: [isKnown ? .seconds(seconds) : nil])
    rig.endsItself = answer == seconds
    rig.sit(.of { $0.breath = Breath(inhale: .seconds(5), exhale: .seconds(5), count: 3) })
    rig.advance(frames: rate * answer, rate: rate)
    rig.stop()
    rig.advance(frames: rate, rate: rate)
    rig.finish()
    return rig.tape.int16()
  }

  @Test("a stroke is reported when its frame is reached, in order with positions and boundaries")
  func order() {
    let rig = Rig(
      [.silence(frames: 44_100 * 2), .silence(frames: 44_100 * 2)], sounds: .pings)
    rig.sit(.of { $0.bells = [.at([.seconds(1), .seconds(2), .seconds(3.5)])] })
    rig.advance(frames: 44_100)
    #expect(rig.news.compactMap(\.cue).map(\.time) == [.seconds(1)])
    #expect(rig.news.last?.position == .seconds(1))
    rig.advance(frames: 44_099)
    #expect(rig.news.count == 1)
    rig.advance(frames: 1)
    #expect(rig.news.count == 3)
    rig.advance(frames: 90_000)
    #expect(rig.news.map(\.elapsed) == [1, 2, 2, 3.5, 4].map { .seconds($0) })
    #expect(rig.events.map(\.elapsed) == rig.events.map(\.elapsed).sorted())
    #expect(rig.news.last?.kind == .ended)
  }

  @Test("two thousand strokes: each at its time")
  func many() {
    let times = (0..<2_000).map { Duration.milliseconds(10 * $0 + 500) }
    let rig = Rig([.silence(frames: 8_000 * 25, rate: 8_000)])
    rig.sit(.of { $0.bells = [.at(times.reversed())] })
    rig.advance(frames: 8_000 * 24, rate: 8_000)
    #expect(rig.news.compactMap(\.cue).map(\.time) == times)
  }

  @Test("one every 7 s for 24 h: the last one is found as the first one is")
  func long() {
    var clock = FrameClock(at: .zero, sampleRate: 48_000)
    let plan = Plan.of {
      $0.length = .time(.seconds(86_400))
      $0.bells = [.every(.seconds(7))]
    }
    var cues = CueSequence()
    clock.advance(by: 48_000 * 86_390)
    cues.replaceTimetable(Timetable(plan), at: clock)
    #expect(cues.strokes == [Cue(.bell, stroke: 12_342, at: .seconds(86_394))])
    #expect(cues.take(at: clock) == nil)
    clock.advance(by: 48_000 * 4)
    #expect(cues.take(at: clock)?.map(\.stroke) == [12_342])
    #expect(cues.nextStroke == nil)
  }

  @Test("a stroke that was passed is not repeated when the plan changes; a new one is struck")
  func changedPlan() {
    let rig = Rig([.silence(frames: 44_100 * 30)], sounds: .pings)
    rig.sit(
      .of {
        $0.opening = 1
        $0.bells = [.at([.seconds(1), .seconds(2), .seconds(4)])]
      })
    rig.advance(frames: 44_100 * 2)
    rig.change { $0.plan.bells = [.at([.seconds(1.5), .seconds(2), .seconds(3)])] }
    rig.advance(frames: 44_100 * 4)
    rig.change { $0.plan.bells = [] }
    rig.advance(frames: 44_100 * 4)
    #expect(
      rig.news.compactMap(\.cue).map(\.time) == [0, 1, 2, 3].map { .seconds($0) })
    #expect(Self.onsets(rig.tape.int24()) == [0, 1, 2, 3].map { $0 * 44_100 })
  }

  @Test("strokes ring over each other")
  func overlap() {
    let rig = Rig([.silence(frames: 44_100 * 10)], sounds: .pings)
    rig.sit(.of { $0.bells = [.at([.seconds(1), .seconds(1.5), .seconds(2.5)])] })
    rig.advance(frames: 44_100 * 6)
    let heard = rig.tape.int24()
    for frame in stride(from: 0, to: 44_100 * 6, by: 97) {
      let time = Double(frame) / 44_100
      let sum = [1, 1.5, 2.5].reduce(0) { $0 + Ping.value(at: time - $1) }
      #expect(abs(Double(heard[frame]) - sum * 0x1p23) <= 4)
    }
  }

  @Test("the bell's volume is relative to that of the session", arguments: [100, 50, 0])
  func volume(percent: Int) {
    let rig = Rig([.silence(frames: 44_100 * 3)], sounds: .pings)
    rig.sit(
      .of {
        $0.bells = [.at([.seconds(1)])]
        $0.bell.volume = 50
      })
    rig.change { $0.volume = percent }
    rig.advance(frames: 44_100 * 2)
    let heard = rig.tape.int24()
    let gain = Double(VolumeCurve.gain(percent: percent)) / 8
    #expect(abs(Double(heard[44_100]) - Ping.peak * gain * 0x1p23) <= 2)
  }

  @Test("the first of several strokes is softer; one alone is not")
  func firstStroke() {
    let rig = Rig([], sounds: .pings)
    rig.endsItself = true
    rig.sit(
      .of {
        $0.length = .time(.seconds(12))
        $0.opening = 2
        $0.bells = [.at([.seconds(8)])]
        $0.closing = 3
      })
    rig.advance(frames: 44_100 * 24)
    let heard = rig.tape.int16()
    let levels = [0, 4, 8, 12, 16, 20].map { Double(heard[2 * $0 * 44_100]) / 0x1p15 }
    for (level, part) in zip(levels, [0.5, 1, 1, 0.5, 1, 1]) {
      #expect(abs(level - Ping.peak * part) < 0.001)
    }
    // Where it falls on a bell, both are struck as one.
    let together = Rig([], sounds: .pings)
    together.sit(
      .of {
        $0.length = .time(.seconds(10))
        $0.opening = 1
        $0.closing = 2
      })
    together.advance(frames: 100)
    #expect(abs(Double(together.tape.int16()[0]) / 0x1p15 - Ping.peak) < 0.001)
  }

  @Test("strokes of one time and two sounds both sound; those of one sound are one")
  func together() {
    func peak(_ rules: [BellRule]) -> Double {
      let rig = Rig([], sounds: .pings)
      rig.sit(
        .of {
          $0.length = .time(.seconds(12))
          $0.bells = rules
        })
      rig.advance(frames: 44_100 * 6)
      return Double(rig.tape.int16()[2 * 5 * 44_100]) / 0x1p15
    }
    let one = peak([.at([.seconds(5)])])
    #expect(abs(one - Ping.peak) < 0.001)
    #expect(peak([.at([.seconds(5)]), .every(.seconds(5))]) == one)
    let soft = BellRule.at([.seconds(5)], Strokes(1, volume: 50))
    #expect(peak([soft, .every(.seconds(5))]) == one)
    #expect(peak([.every(.seconds(5)), soft]) == one)
    #expect(
      abs(peak([.at([.seconds(5)]), .at([.seconds(5)], Strokes(1, .gong))]) - 2 * one) < 0.001)
  }

  @Test("each stroke has its own volume")
  func ownVolume() {
    let rig = Rig([], sounds: .pings)
    rig.sit(
      .of {
        $0.length = .time(.seconds(12))
        $0.bell.volume = 50
        $0.bells = [.at([.seconds(3)]), .at([.seconds(6)], Strokes(1, volume: 100))]
      })
    rig.advance(frames: 44_100 * 8)
    let heard = rig.tape.int16()
    let levels = [3, 6].map { Double(heard[2 * $0 * 44_100]) / 0x1p15 }
    #expect(abs(levels[0] - Ping.peak * Double(VolumeCurve.gain(percent: 50))) < 0.001)
    #expect(abs(levels[1] - Ping.peak) < 0.001)
  }

  /// The level of a bell that never fades, over a session, but for its ramps.
  private func levels(_ perform: (Rig) -> Void) -> [Double] {
    let rig = Rig([], sounds: LaneSounds(bell: { _ in Hum() }, breath: { _ in Hum() }))
    rig.endsItself = true
    perform(rig)
    let heard = rig.tape.int24()
    return stride(from: 0, to: heard.count, by: 2).map { Double(heard[$0]) / 0x1p23 }
  }

  @Test(
    "a bell that rings follows the volume at once, without a click: in silence and after the end")
  func ringing() {
    let heard = levels { rig in
      rig.change { $0.volume = 50 }
      rig.sit(
        .of {
          $0.length = .time(.seconds(2))
          $0.bells = []
          $0.opening = 1
        })
      rig.advance(frames: 44_100)
      rig.change { $0.volume = 100 }
      rig.advance(frames: 44_100 * 2)
      rig.change { $0.volume = 20 }
      rig.advance(frames: 44_100)
      rig.pause()
      rig.change { $0.volume = 0 }
      rig.advance(frames: 44_100)
    }
    func level(_ percent: Int) -> Double { Hum.level * Double(VolumeCurve.gain(percent: percent)) }
    // 20 ms, from one of every 32 frames on.
    let settled = 44_100 / 50 + 128
    #expect(heard[1_000..<44_100].allSatisfy { abs($0 - level(50)) < 1e-5 })
    #expect(heard[(44_100 + settled)..<(44_100 * 3)].allSatisfy { abs($0 - level(100)) < 1e-5 })
    #expect(heard[(44_100 * 3 + settled)..<(44_100 * 4)].allSatisfy { abs($0 - level(20)) < 1e-5 })
    // Not faster than over 20 ms, but for the onset.
    #expect(Signal.largestStep(Array(heard[1_000...])) < Hum.level * .pi / 2 / 882 * 1.1)
  }

  @Test("changes of volume soon after each other do not click", arguments: [1, 31, 77, 441])
  func quickChanges(gap: Int) {
    let heard = levels { rig in
      rig.change { $0.volume = 95 }
      rig.sit(
        .of {
          $0.length = .time(.seconds(4))
          $0.opening = 1
        })
      rig.advance(frames: 44_100)
      for volume in [20, 90, 0, 100, 50] {
        rig.change { $0.volume = volume }
        rig.advance(frames: gap)
      }
      rig.advance(frames: 44_100)
    }
    #expect(Signal.largestStep(Array(heard[1_000...])) < Hum.level * .pi / 2 / 882 * 1.1)
    let gain = Double(VolumeCurve.gain(percent: 50))
    #expect(heard.last.map { abs($0 - Hum.level * gain) < 1e-5 } ?? false)
  }

  @Test("the breath has a volume of its own, relative to that of the session")
  func breathVolume() {
    let heard = levels { rig in
      rig.change { $0.volume = 50 }
      rig.sit(
        .of {
          $0.length = .time(.seconds(60))
          $0.breath = .coherent
          $0.breathVolume = 50
        })
      rig.advance(frames: 44_100)
      rig.change { $0.plan.breathVolume = 100 }
      rig.advance(frames: 44_100)
    }
    #expect(abs(heard[44_000] - Hum.level / 64) < 1e-4)
    #expect(abs(heard[88_000] - Hum.level / 8) < 1e-4)
    #expect(Signal.largestStep(Array(heard[1_000...])) < 0.001)
  }
}
