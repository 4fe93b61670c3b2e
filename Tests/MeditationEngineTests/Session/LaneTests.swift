import MeditationPlan
import MeditationSystem
import Testing

@testable import MeditationEngine

/// A bell that rings goes on through whatever the music does.
@MainActor struct LaneTests {
  private static let rate = 8_000
  /// 10 ms.
  private static let ramp = 80
  private static let songs = [MemoryTrack](
    repeating: .silence(frames: rate * 20, rate: rate), count: 3)
  private static let plan = Plan.of { $0.bells = [.at([.seconds(1), .seconds(2.2)])] }

  /// Renders 8 s in which the bells alone are heard.
  private func heard(
    of songs: [MemoryTrack] = songs, plan: Plan = plan, _ perform: (Rig) -> Void = { _ in }
  ) -> [Int32] {
    let rig = Rig(songs, sounds: .tones())
    rig.sit(plan)
    perform(rig)
    rig.advance(frames: max(Self.rate * 8 - rig.tape.frameCount, 0), rate: Self.rate)
    return rig.tape.int24()
  }

  @Test("of strokes that ring at once, those beyond 32 fade out, the oldest first")
  func mostStrokes() {
    var lanes = Lanes()
    for index in 0..<40 { lanes.strike(Lane(Hum(), gain: 1, struckAt: .seconds(index))) }
    #expect(lanes.strokes.map(\.isReleased) == (0..<40).map { $0 < 8 })
  }

  @Test("what begins now comes in as planned, and what has begun with a ramp")
  func attack() {
    let setting = LaneSetting(
      source: .breath(.box), gain: 1, start: .seconds(5), until: .seconds(60),
      attack: .seconds(2))
    let attacks = [4, 5, 5.001].map { (now: Double) in
      Lane(Hum(), of: setting, from: .seconds(now), givesWay: false).attack
    }
    #expect(attacks == [.seconds(2), .seconds(2), LaneSetting.ramp])
  }

  @Test("jumps leave it as it is")
  func jumps() {
    let jumped = heard { rig in
      for index in 0..<7 {
        rig.advance(frames: 3_333 + index, rate: Self.rate)
        rig.play(index % 3, from: .milliseconds(index * 500))
      }
    }
    #expect(jumped == heard())
    #expect(jumped.contains { $0 > 1_000_000 })
  }

  @Test("boundaries and silences leave it as it is")
  func boundaries() {
    let songs = [5_000, 3_001, 80_000].map { MemoryTrack.silence(frames: $0, rate: Self.rate) }
    #expect(heard(of: songs) == heard())
    #expect(
      heard(of: Array(songs.prefix(2)), plan: .of(Self.plan) { $0.length = .open }) == heard())
  }

  @Test("a pause holds it, and it goes on at the very frame")
  func pause() throws {
    let whole = heard()
    for point in [9_000, 17_600 - 40, 17_600, 17_601, 20_000] {
      let paused = heard { rig in
        rig.advance(frames: point, rate: Self.rate)
        rig.pause()
        rig.advance(frames: 1_000, rate: Self.rate)
        #expect(rig.tape.int24().suffix(1_000 - Self.ramp).allSatisfy { $0 == 0 })
        rig.resume()
        rig.advance(frames: Self.rate * 8 - point, rate: Self.rate)
      }
      try #require(paused.count == Self.rate * 8 + 1_000)
      #expect(Array(paused.prefix(point)) == Array(whole.prefix(point)))
      // But for the ramp up, as if there had been no pause.
      let rest = point + Self.ramp
      #expect(Array(paused.dropFirst(rest + 1_000)) == Array(whole.dropFirst(rest)))
    }
  }

  @Test("a stroke at the very frame of a pause keeps its onset")
  func pauseAtStroke() {
    let rig = Rig(Self.songs, sounds: .pings)
    rig.sit(.of { $0.bells = [.at([.seconds(1)])] })
    rig.advance(frames: Self.rate, rate: Self.rate)
    rig.pause()
    rig.advance(frames: 1_000, rate: Self.rate)
    #expect(rig.tape.int24().allSatisfy { $0 == 0 })
    rig.resume()
    rig.advance(frames: 1_000, rate: Self.rate)
    #expect(StrokeTests.onsets(rig.tape.int24()) == [Self.rate + 1_000])
    #expect(rig.news.compactMap(\.cue).count == 1)
  }

  @Test("a change of the sample rate in a file leaves it as it is")
  func convertedRate() {
    let songs = [
      MemoryTrack.silence(frames: 9_001, rate: Self.rate),
      MemoryTrack.silence(frames: 6_003, rate: 6_000),
      MemoryTrack.silence(frames: 80_000, rate: Self.rate),
    ]
    #expect(heard(of: songs) == heard())
  }

  @Test("while the rate is converted, pauses and jumps hold it and leave it")
  func convertedPause() {
    let songs = [
      MemoryTrack.silence(frames: 100, rate: Self.rate),
      MemoryTrack.silence(frames: 60_000, rate: 6_000),
    ]
    let whole = heard(of: songs)
    let paused = heard(of: songs) { rig in
      rig.advance(frames: 12_000, rate: Self.rate)
      rig.play(1, from: .seconds(1))
      rig.advance(frames: 1_000, rate: Self.rate)
      rig.pause()
      rig.advance(frames: 1_000, rate: Self.rate)
      rig.resume()
    }
    #expect(Array(paused.prefix(13_000)) == Array(whole.prefix(13_000)))
    let rest = 13_000 + Self.ramp
    #expect(
      Array(paused.dropFirst(rest + 1_000)) == Array(whole.dropFirst(rest).dropLast(1_000)))
  }

  @Test("a device that is opened anew for another format continues it in time, without a click")
  func reopened() throws {
    let songs = [
      MemoryTrack.silence(frames: 12_000, rate: 8_000),
      // With as many channels as the first, the device would stay open.
      MemoryTrack([Int32](repeating: 0, count: 120_000), rate: 12_000, channels: 2),
    ]
    let rig = Rig(songs, outputs: TapeOpener(isFixedFormat: false), sounds: .tones())
    rig.sit(Self.plan)
    rig.advance(frames: 40_000, rate: Self.rate)
    try #require(rig.tape.formats.map(\.sampleRate) == [8_000, 12_000])
    let (first, both) = (rig.tape.int24(0), rig.tape.int24(1))
    let second = stride(from: 0, to: both.count, by: 2).map { both[$0] }
    #expect(first.count == 12_000 + Self.ramp)
    for tape in [first, second] {
      #expect(Signal.largestStep([0] + tape) < Int32(0x1p23 * 0.13))
    }
    #expect(first.last == 0)
    let tone = Tone()
    for frame in stride(from: 200, to: 20_000, by: 7) {
      let time = 1.5 + Double(frame) / 12_000
      let value = tone.value(at: time - 1) + tone.value(at: time - 2.2)
      #expect(abs(Double(second[frame]) - value * 0x1p23) <= 8)
    }
  }

  @Test("a device keeps its format in a session with a plan, so that no bell is moved")
  func keptFormat() {
    let songs = [
      MemoryTrack.silence(frames: 12_000, rate: 8_000),
      MemoryTrack.silence(frames: 60_000, rate: 12_000),
    ]
    for (plan, rates) in [(Self.plan, [8_000]), (Plan(), [8_000, 12_000])] {
      let rig = Rig(songs, outputs: TapeOpener(isFixedFormat: false), sounds: .tones())
      rig.sit(plan)
      rig.advance(frames: 40_000, rate: Self.rate)
      #expect(rig.tape.formats.map(\.sampleRate) == rates)
    }
  }

  @Test(
    "a stall of the decoder holds it, also while the rate is converted", arguments: [8_000, 6_000])
  func stall(rate: Int) throws {
    let songs = [
      MemoryTrack.silence(frames: 9_000, rate: Self.rate),
      MemoryTrack.silence(frames: rate / 2, rate: rate),
      MemoryTrack.silence(frames: 80_000, rate: Self.rate),
    ]
    let stalled = heard(of: songs) { rig in
      rig.followsBoundaries = false
      rig.advance(frames: 15_000, rate: Self.rate)
      rig.change { $0.cross(next: rig.segment(2)) }
    }
    let whole = heard()
    #expect(Array(stalled.prefix(13_000)) == Array(whole.prefix(13_000)))
    #expect(stalled[(13_000 + Self.ramp)..<15_000].allSatisfy { $0 == 0 })
    let rest = 13_000 + Self.ramp
    #expect(
      Array(stalled.dropFirst(rest + 2_000)) == Array(whole.dropFirst(rest).dropLast(2_000)))
  }

  @Test("very many strokes take no more time than the limit of those that ring")
  func limit() {
    var lane = Lanes()
    for index in 0..<100 {
      lane.strike(Lane(Tone(), gain: 1, struckAt: .milliseconds(10 * index)))
      lane.removeEnded(at: .milliseconds(10 * index))
      #expect(lane.strokes.count <= 32 + 11)
    }
    #expect(lane.strokes.filter { !$0.isReleased }.count == 32)
  }

  @Test("a lost device holds it; it goes on at the frame that was lost")
  func lostDevice() throws {
    let whole = heard()
    let rig = Rig(Self.songs, outputs: TapeOpener(isFixedFormat: false), sounds: .tones())
    rig.tape.state.withLock { $0.frameLimit = 10_000 }
    rig.sit(Self.plan)
    rig.advance(frames: 12_000, rate: Self.rate)
    let heard = rig.tape.int24()
    #expect(rig.news.last?.kind == .deviceLost(reason: "unplugged"))
    #expect(rig.news.last?.elapsed == Duration(frames: heard.count, sampleRate: Self.rate))
    rig.tape.comeBack()
    rig.pause()
    rig.resume()
    rig.advance(frames: 30_000, rate: Self.rate)
    let later = Array(rig.tape.int24(1).dropFirst(Self.ramp))
    #expect(heard == Array(whole.prefix(heard.count)))
    let rest = whole.dropFirst(heard.count + Self.ramp).prefix(20_000)
    #expect(Array(later.prefix(20_000)) == Array(rest))
    #expect(rig.news.compactMap(\.cue).count == 2)
  }
}

extension Plan {
  /// `plan` with some parts changed.
  static func of(_ plan: Plan, _ change: (inout Plan) -> Void) -> Plan {
    var plan = plan
    change(&plan)
    return plan
  }
}
