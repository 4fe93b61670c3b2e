import MeditationEngine
import MeditationPlan
import MeditationSystem
import SystemPackage
import Testing

/// Pause and resume, jumps, volume: at exact frames, without clicks.
@MainActor struct TransportTests {
  /// 10 ms at 44.1 kHz.
  static let ramp = 441

  @Test("pause and resume at a hundred random frames: without the ramps, it is the source")
  func randomPauses() {
    var random = SystemRandomNumberGenerator()
    let seed = random.next()
    let song = Signal.noise(frames: 300_000, seed: seed)
    let rig = Rig([MemoryTrack(song)])
    rig.play(0)
    let points = Set((0..<100).map { _ in Int.random(in: 1..<290_000) }).sorted()
    var (frame, heard, output) = (0, [Int16](), 0)
    for point in points {
      rig.advance(frames: point - frame)
      rig.pause()
      rig.advance(frames: 1_000)
      let tape = rig.tape.int16()
      heard += tape[output..<(output + point - frame)]
      output += point - frame + 1_000
      #expect(tape.count == output)
      #expect(tape.suffix(1_000 - Self.ramp).allSatisfy { $0 == 0 })
      frame = point
      rig.resume()
    }
    rig.advance(frames: song.count - frame)
    heard += rig.tape.int16()[output...]
    #expect(heard.count == song.count, "seed \(seed)")
    // Each resume ramps up within the source; all else is untouched.
    var untouched = [Bool](repeating: true, count: song.count)
    for point in points {
      for index in point..<min(point + Self.ramp, song.count) { untouched[index] = false }
    }
    let wrong = song.indices.filter { untouched[$0] && heard[$0] != song[$0] }
    #expect(wrong.first == nil, "seed \(seed)")
  }

  @Test("a pause reports the exact position, and playing resumes there")
  func positionAtPause() {
    let rig = Rig([MemoryTrack(Signal.sine(440, frames: 100_000))])
    rig.play(0)
    rig.advance(frames: 12_345)
    rig.pause()
    rig.advance(frames: 5_000)
    #expect(rig.events.last?.position == Duration(frames: 12_345, sampleRate: 44_100))
    rig.resume()
    rig.advance(frames: 5_000)
    rig.pause()
    rig.advance(frames: 5_000)
    #expect(rig.events.last?.position == Duration(frames: 17_345, sampleRate: 44_100))
  }

  @Test("a song's own beginning and end are not touched; elsewhere it ramps up")
  func beginnings() {
    let song = [Int16](repeating: 20_000, count: 50_000)
    let rig = Rig([MemoryTrack(song)])
    rig.play(0)
    rig.advance(frames: 50_000)
    #expect(Signal.firstDifference(rig.tape.int16(), song) == nil)
    rig.play(0, from: Duration(frames: 10_000, sampleRate: 44_100))
    rig.advance(frames: 40_000)
    let second = rig.tape.int16().dropFirst(50_000)
    #expect(second.first == 0)
    #expect(second.dropFirst(Self.ramp).allSatisfy { $0 == 20_000 })
    #expect(Signal.largestStep(Array(second)) < 20_000 / 100)
    #expect(rig.events.last?.kind == .ended)
  }

  @Test("a thousand jumps: each begins at its frame, and the positions are right")
  func thousandJumps() {
    let song = Signal.noise(frames: 200_000)
    let rig = Rig([MemoryTrack(song)])
    for _ in 0..<1_000 {
      let frame = Int.random(in: 1..<190_000)
      rig.play(0, from: Duration(frames: frame, sampleRate: 44_100))
      let before = rig.tape.state.withLock { $0.outputs.isEmpty ? 0 : $0.frameCount }
      rig.advance(frames: 2_000)
      let rampDown = before == 0 ? 0 : Self.ramp
      let heard = rig.tape.int16().dropFirst(before + rampDown + Self.ramp)
      let expected = song.dropFirst(frame + Self.ramp).prefix(heard.count)
      #expect(Signal.firstDifference(heard, expected) == nil)
      #expect(heard.count == 2_000 - rampDown - Self.ramp)
    }
  }

  @Test("positions never go back and never run ahead of what was written")
  func positions() {
    let rig = Rig((0..<3).map { MemoryTrack(Signal.noise(frames: 30_000, seed: UInt64($0 + 1))) })
    rig.play(0)
    for _ in 0..<100 {
      rig.advance(frames: 1_000)
      let written = Duration(frames: rig.tape.frameCount, sampleRate: 44_100)
      if let event = rig.events.last {
        let before = Duration(frames: event.generation.segment * 30_000, sampleRate: 44_100)
        #expect(before + event.position <= written)
      }
    }
    let order = rig.events.map { Duration.seconds($0.generation.segment * 1_000) + $0.position }
    #expect(order == order.sorted())
    #expect(order.count > 10)
  }

  @Test(
    "a file's position is reported every ten seconds, or each second while the session decides by it",
    arguments: [false, true])
  func positionsOfFile(decidesByTime: Bool) {
    let rig = Rig([.silence(frames: 44_100 * 25)])
    rig.change { $0.decidesByTime = decidesByTime }
    rig.play(0)
    rig.advance(frames: 44_100 * 22)
    let seconds = Set(rig.events.map { Int(($0.elapsed / .seconds(1)).rounded()) })
    #expect(decidesByTime ? seconds == Set(0...22) : seconds.count == 4, "\(seconds.sorted())")
  }

  @Test("volume: the cube of the percentage; 100 leaves every sample untouched; 0 is silence")
  func volumes() {
    for (percent, gain) in [(100, 1.0), (50, 0.125), (10, 0.001), (0, 0)] {
      let rig = Rig([MemoryTrack([Int16](repeating: 16_000, count: 4_000))])
      rig.play(0, volume: percent)
      rig.advance(frames: 4_000)
      if percent == 100 {
        #expect(
          Signal.firstDifference(rig.tape.int16(), [Int16](repeating: 16_000, count: 4_000)) == nil)
      } else {
        let expected = 16_000.0 * 256 * gain
        #expect(rig.tape.int24().allSatisfy { abs(Double($0) - expected) <= 1 })
      }
    }
  }
}
