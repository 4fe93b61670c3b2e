import MeditationPlan
import Testing

@testable import MeditationEngine

/// Whatever happens in a session, its time is the time played, and strokes come when they are due.
@MainActor struct RandomSessionTests {
  private static let rate = 8_000

  @Test(
    "two hundred actions at random frames", arguments: [[8_000, 8_000], [8_000, 6_000]], 0..<3)
  func actions(rates: [Int], run: Int) {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    let rig = Rig(
      rates.map { MemoryTrack.silence(frames: $0 * 40, rate: $0) }, sounds: .tones(Tone(seconds: 3))
    )
    rig.sit(
      .of {
        $0.length = .open
        $0.settling = .seconds(1)
        $0.opening = 2
        $0.bells = [.every(.milliseconds(1_700))]
      })
    var played = 0
    var isPlaying = true
    func advance(_ count: Int) {
      rig.advance(frames: count, rate: Self.rate)
      if isPlaying { played += count }
    }
    advance(100)
    for _ in 0..<200 {
      switch Int.random(in: 0..<5, using: &random) {
      case 0:
        isPlaying.toggle()
        if isPlaying { rig.resume() } else { rig.pause() }
      case 1:
        isPlaying = true
        rig.play(
          Int.random(in: 0..<2, using: &random),
          from: .milliseconds(Int.random(in: 0..<9_000, using: &random)))
      case 2: rig.change { $0.volume = Int.random(in: 50...100, using: &random) }
      default: break
      }
      // A ramp that an action cuts short would be played on in the next span.
      advance(Int.random(in: 80..<2_000, using: &random))
    }
    isPlaying = true
    rig.resume()
    advance(1_000)
    let elapsed = Duration(frames: played, sampleRate: Self.rate) - .seconds(1)
    #expect(rig.events.last?.elapsed == elapsed, "seed \(seed)")
    #expect(rig.events.map(\.elapsed) == rig.events.map(\.elapsed).sorted(), "seed \(seed)")
    let cues = rig.news.filter { $0.cue != nil }
    let bells = (1...1_000).map { Duration.milliseconds(1_700) * $0 }
    let due = ([.zero, .seconds(4)] + bells).filter { $0 <= elapsed }.sorted()
    #expect(cues.compactMap(\.cue).map(\.time) == due, "seed \(seed)")
    #expect(cues.allSatisfy { $0.elapsed == $0.cue?.time }, "seed \(seed)")
    let heard = rig.tape.int24()
    // Of three bells, and of their ramps.
    let slope = 3 * 0.4 * (2 * Double.pi * 220 / 8_000 + Double.pi / 2 / 80)
    #expect(Double(Signal.largestStep(heard)) < slope * 0x1p23, "seed \(seed)")
  }

  @Test("on a device that is opened anew for each rate, too", arguments: 0..<4)
  func device(run: Int) {
    let seed = UInt64.random(in: 0 ... .max)
    var random = SplitMix64(seed: seed)
    let rates = [8_000, 12_000, 11_025]
    var outputs = TapeOpener(isFixedFormat: false)
    outputs.bufferFrameCount = 100
    let rig = Rig(
      rates.map { MemoryTrack.silence(frames: $0 * 2, rate: $0) }, outputs: outputs,
      sounds: .tones(Tone(seconds: 3)))
    rig.sit(
      .of {
        $0.length = .open
        $0.bells = [.every(.milliseconds(1_300))]
      })
    for _ in 0..<60 {
      switch Int.random(in: 0..<3, using: &random) {
      case 0: rig.pause()
      case 1: rig.play(Int.random(in: 0..<3, using: &random))
      default: rig.resume()
      }
      rig.advance(frames: Int.random(in: 1..<6_000, using: &random), rate: 8_000)
    }
    #expect(rig.events.map(\.elapsed) == rig.events.map(\.elapsed).sorted(), "seed \(seed)")
    let cues = rig.news.filter { $0.cue != nil }
    #expect(cues.compactMap(\.cue).map(\.stroke) == Array(1..<(cues.count + 1)), "seed \(seed)")
    for cue in cues {
      let error = cue.elapsed - (cue.cue?.time ?? .zero)
      #expect(abs(error.inSeconds) < 0.5 / 8_000 + 1e-9, "seed \(seed)")
    }
    for tape in rig.tape.formats.indices {
      let rate = Double(rig.tape.formats[tape].sampleRate)
      let heard = [0] + rig.tape.int24(tape)
      let slope = 3 * 0.4 * (2 * .pi * 220 / rate + .pi / 2 / (rate * 0.01))
      #expect(Double(Signal.largestStep(heard)) < slope * 0x1p23, "seed \(seed)")
      // Another device was opened after this one, which was heard to its end.
      if tape + 1 < rig.tape.formats.count { #expect(heard.last == 0, "seed \(seed)") }
    }
  }
}
