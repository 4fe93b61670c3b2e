import MeditationPlan
import Testing

@testable import MeditationEngine

/// Parts without music: it comes to silence at their beginning, waits, and goes on at the very frame.
@MainActor struct MusicRestTests {
  private static let rate = 8_000
  /// The ramp with which music comes back in the middle of a song.
  private static let ramp = OutputGain.transportRamp.frameCount(at: rate)

  /// Parts of these lengths in seconds, every second one without music.
  private func plan(_ seconds: [Int], fade: Duration = .zero) -> Plan {
    .of { plan in
      plan.fade = Fade(fade)
      plan.parts = seconds.enumerated().map { index, length in
        var part = Part("", .time(.seconds(length)))
        part.hasMusic = index.isMultiple(of: 2)
        return part
      }
    }
  }

  private func frames(_ seconds: Int) -> Int { seconds * Self.rate }

  @Test("the song goes on at the very frame, and what is in between is silent")
  func exact() {
    let song = Signal.noise(frames: frames(12))
    let rig = Rig([MemoryTrack(song, rate: Self.rate)])
    rig.sit(plan([2, 3, 9]))
    // Slices that fit neither seconds nor chunks.
    for _ in 0..<103 { rig.advance(frames: 777, rate: Self.rate) }
    let heard = rig.tape.int16()
    #expect(heard[..<(frames(2) - 80 - 64)] == song[..<(frames(2) - 80 - 64)])
    #expect(heard[frames(2)..<frames(5)].allSatisfy { $0 == 0 })
    let after = frames(5) + Self.ramp
    #expect(heard[after..<frames(9)] == song[(after - frames(3))..<frames(6)])
    let parts = rig.news.filter { $0.cue?.kind == .part }
    #expect(parts.map(\.elapsed) == [.zero, .seconds(2), .seconds(5)])
    let position = rig.events.filter { $0.elapsed >= .seconds(2) && $0.elapsed <= .seconds(5) }
    #expect(position.count > 20 && position.allSatisfy { $0.position == .seconds(2) })
  }

  @Test("a converted song goes on where it was, to a frame of its own rate")
  func converted() {
    // Its value says where it is.
    let song = (0..<(6_000 * 12)).map { Float($0) / 100_000 }
    let short = [Float](repeating: 0, count: Self.rate)
    let rig = Rig([MemoryTrack(short, rate: Self.rate), MemoryTrack(song, rate: 6_000)])
    rig.sit(plan([3, 4, 60]))
    for _ in 0..<120 { rig.advance(frames: 777, rate: Self.rate) }
    let heard = rig.tape.int24().map { Double($0) / 8_388_608 * 100_000 / 6_000 }
    #expect(abs(heard[frames(3) - 200] - (2 - 200.0 / 8_000)) < 1e-3)
    #expect(heard[frames(3)..<frames(7)].allSatisfy { $0 == 0 })
    #expect(abs(heard[frames(8)] - 3) < 2 / 6_000)
  }

  @Test("it fades out before a part without music, and in after it; bells strike on their frames")
  func fades() {
    let song = MemoryTrack([Int32](repeating: 1 << 30, count: frames(20)), rate: Self.rate)
    let rig = Rig([song], sounds: .pings)
    var plan = plan([6, 5, 6], fade: .seconds(2))
    plan.parts[1].bells = [.at([.seconds(2)])]
    rig.sit(plan)
    rig.advance(frames: frames(16), rate: Self.rate)
    let heard = rig.tape.int24().map { Double($0) / 4_194_304 }
    func music(_ second: Double) -> Double { heard[Int(second * 8_000)] }
    #expect(abs(music(1) - 0.5) < 1e-4 && music(3) == 1 && abs(music(5) - 0.5) < 1e-4)
    #expect(heard[frames(6)..<frames(8)].allSatisfy { $0 == 0 })
    #expect(heard[frames(8)] > 0.4)
    #expect(heard[frames(10)..<frames(11)].allSatisfy { $0 == 0 })
    #expect(abs(music(12) - 0.5) < 1e-4 && music(13.5) == 1)
    let steps = zip(heard, heard.dropFirst()).enumerated()
      .filter { $0.offset + 1 != frames(8) }.map { abs($0.element.0 - $0.element.1) }
    #expect((steps.max() ?? 1) < 0.02)
  }

  @Test("before the first music the session is silent; then the song begins at its first frame")
  func first() {
    let song = Signal.noise(frames: frames(4))
    let rig = Rig([MemoryTrack(song, rate: Self.rate)])
    rig.endsItself = true
    var late = plan([1, 2, 4])
    late.settling = .seconds(1)
    late.parts.removeFirst()
    rig.sit(late)
    rig.advance(frames: frames(8), rate: Self.rate)
    let heard = rig.tape.int16()
    #expect(heard[..<frames(3)].allSatisfy { $0 == 0 })
    #expect(heard[frames(3)..<(frames(7) - 80 - 64)] == song[..<(frames(4) - 80 - 64)])
    // The settling had ended long before.
    #expect(rig.news.first { $0.kind == .crossed }?.elapsed == .zero)
    #expect(rig.news.contains { $0.isEnd && $0.elapsed == .seconds(6) })
  }

  @Test("what is done while it waits takes effect, and the music goes on from there")
  func meanwhile() {
    let song = Signal.noise(frames: frames(20))
    let other = Signal.noise(frames: frames(20), seed: 2)
    let rig = Rig([MemoryTrack(song, rate: Self.rate), MemoryTrack(other, rate: Self.rate)])
    rig.sit(plan([2, 8, 10]))
    rig.advance(frames: frames(4), rate: Self.rate)
    rig.pause()
    rig.advance(frames: frames(1), rate: Self.rate)
    rig.resume()
    rig.advance(frames: frames(1), rate: Self.rate)
    rig.play(1, from: .seconds(7))
    rig.advance(frames: frames(9), rate: Self.rate)
    let heard = rig.tape.int16()
    // The pause takes a second of the tape.
    #expect(heard[frames(2)..<frames(11)].allSatisfy { $0 == 0 })
    let after = frames(11) + Self.ramp
    #expect(heard[after..<frames(14)] == other[(after - frames(4))..<frames(10)])
    #expect(rig.events.last?.elapsed == .seconds(14))
  }

  @Test("'music off' in a part that plays fades out, and 'on' fades in at the same frame")
  func changes() {
    let song = MemoryTrack([Int32](repeating: 1 << 30, count: frames(60)), rate: Self.rate)
    let rig = Rig([song])
    rig.sit(plan([60], fade: .seconds(2)))
    func change(_ hasMusic: Bool, after seconds: Int) {
      rig.advance(frames: frames(seconds), rate: Self.rate)
      rig.change { $0.plan.parts[0].hasMusic = hasMusic }
    }
    change(false, after: 5)
    // Another change of the plan does not begin the fade anew.
    rig.advance(frames: frames(1), rate: Self.rate)
    rig.change { $0.plan.closing = 2 }
    change(true, after: 4)
    rig.advance(frames: frames(5), rate: Self.rate)
    let heard = rig.tape.int24().map { Double($0) / 4_194_304 }
    #expect(heard[frames(4)] == 1 && abs(heard[frames(6)] - 0.5) < 0.01)
    #expect(heard[(frames(7) + 1_000)..<frames(10)].allSatisfy { $0 == 0 })
    #expect(abs(heard[frames(11)] - 0.5) < 0.01 && heard[frames(14)] == 1)
    #expect(Signal.largestStep(heard) < 0.002)
    let waited = (rig.events.last?.elapsed ?? .zero) - (rig.events.last?.position ?? .zero)
    #expect(abs((waited - .seconds(3)).inSeconds) < 0.02)
  }

  @Test("a fade that is changed just before a rest does not click", arguments: [5, 12, 18])
  func lateFade(milliseconds: Int) {
    let rate = 44_100
    let rig = Rig([MemoryTrack([Int32](repeating: 1 << 30, count: 9 * rate), rate: rate)])
    rig.sit(plan([2, 3, 9]))
    rig.advance(frames: 2 * rate - milliseconds * rate / 1_000, rate: rate)
    rig.change { $0.plan.fade = .seconds(0.3) }
    rig.advance(frames: 2 * rate, rate: rate)
    let heard = rig.tape.int24().map { Double($0) / 4_194_304 }
    // Twice as steep as half a cosine of 10 ms.
    #expect(Signal.largestStep(heard) < .pi / 441)
    #expect(heard[2 * rate + rate / 40] == 0)
  }

  @Test("at any frame a rest begins without a click", arguments: [0, 1, 16, 31])
  func anyFrame(offset: Int) {
    let rate = 44_100
    let rig = Rig([MemoryTrack([Int32](repeating: 1 << 30, count: 9 * rate), rate: rate)])
    let rest = Duration(frames: 2 * rate + offset, sampleRate: rate)
    rig.sit(
      .of { plan in
        plan.parts = [Part("", .time(rest)), Part("", .time(.seconds(1)))]
        plan.parts[1].hasMusic = false
      })
    rig.advance(frames: 3 * rate, rate: rate)
    let heard = rig.tape.int24().map { Double($0) / 4_194_304 }
    // Half a cosine of 10 ms.
    #expect(Signal.largestStep(heard) < .pi / 2 / 441 + 1e-4)
    #expect(heard[2 * rate - 441 - 64] == 1 && heard[2 * rate + offset] == 0)
  }

  @Test("session time and loudness stay in order, whatever is done", arguments: 0...12)
  func random(run: Int) {
    // The last is one whose plan changed just before a rest, which cut the change off.
    let seed = run < 12 ? UInt64.random(in: 0 ... .max) : 11_900_494_358_630_966_111
    var random = SplitMix64(seed: seed)
    let loud = { (rate: Int) in
      MemoryTrack([Int32](repeating: 1 << 29, count: rate * 40), rate: rate)
    }
    let rig = Rig([loud(8_000), loud(run < 3 ? 8_000 : 6_000)], sounds: .tones(Tone(peak: 0.1)))
    rig.sit(
      .of {
        $0.parts = (0..<30).map { _ in Part("", .time(.milliseconds(400))) }
        $0.parts.append(Part("", .open))
        $0.bells = [.every(.milliseconds(1_700))]
      })
    var played = 0
    var isPlaying = true
    func advance(_ count: Int) {
      rig.advance(frames: count, rate: Self.rate)
      if isPlaying { played += count }
    }
    advance(200)
    for _ in 0..<150 {
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        isPlaying.toggle()
        if isPlaying { rig.resume() } else { rig.pause() }
      case 1:
        isPlaying = true
        let song = Int.random(in: 0..<2, using: &random)
        // From its first frame, a song begins as it was recorded, without a ramp.
        let place = max(1, Int.random(in: 0..<9_000, using: &random))
        rig.play(song, from: .milliseconds(place))
      case 2, 3:
        let part = Int.random(in: 0..<31, using: &random)
        rig.change { $0.plan.parts[part].hasMusic.toggle() }
      case 4:
        rig.change { $0.plan.fade = .seconds(.random(in: 0..<0.3, using: &random)) }
      default: break
      }
      advance(Int.random(in: 160..<2_000, using: &random))
    }
    isPlaying = true
    rig.resume()
    rig.change { plan in for part in 0..<31 { plan.plan.parts[part].hasMusic = true } }
    advance(8_000)
    #expect(rig.events.last?.elapsed == Duration(frames: played, sampleRate: Self.rate))
    #expect(rig.events.map(\.elapsed) == rig.events.map(\.elapsed).sorted(), "seed \(seed)")
    let heard = rig.tape.int24().map { Double($0) / 0x1p23 }
    // At the end it plays; on the way no step is steeper than ramps of 10 ms, of which two may meet.
    #expect((heard.last ?? 0) > 0.05, "seed \(seed)")
    let slope = 0.25 * 3 * Double.pi / 2 / 80 + 0.1 * 3 * 2 * Double.pi * 220 / 8_000
    #expect(Signal.largestStep(heard) < slope, "seed \(seed)")
  }
}
