import MeditationPlan
import Testing

@testable import MeditationEngine

/// The bells that are built in, as an engine strikes them.
@MainActor struct BuiltInBellTests {
  @Test("each begins at its very frame", arguments: Bell.Sound.builtIn)
  func onset(sound: Bell.Sound) {
    let rate = 44_100
    let tape = TapeOpener()
    let engine = RenderingEngine(
      decoders: MemoryOpener([.silence(frames: rate * 2)]), outputs: tape,
      converters: LinearConverters()
    ) { _ in }
    engine.append([Track(path: MemoryOpener.path(0))])
    engine.follow(
      Score(
        generation: Generation(jump: 1), segment: .song(id: 0),
        plan: .of {
          $0.bells = [.at([.seconds(1)])]
          $0.bell = Bell(sound)
        }))
    engine.advance(by: .seconds(1.2))
    let heard = tape.tape.int24()
    #expect(heard[...rate].allSatisfy { $0 == 0 })
    #expect(heard[(rate + 1)...(rate + 2)].contains { $0 != 0 })
    #expect((heard.max() ?? 0) > 0x10_0000)
  }

  @Test("a clap is dry: over within 0.2 s, and bright")
  func clap() {
    let heard = heard(Strokes(1, .clap), for: 2)
    let energy = { (range: Range<Int>) in heard[range].reduce(0.0) { $0 + $1 * $1 } }
    #expect(heard[(44_100 / 5)...].allSatisfy { $0 == 0 })
    // Most of it in the first 60 ms.
    #expect(energy(0..<2_646) > 0.95 * energy(0..<8_820))
    let crossings = zip(heard[..<2_646], heard[1..<2_647]).count { $0 * $1 < 0 }
    // A tone of more than 1 kHz.
    #expect(crossings > 120)
  }

  @Test("a roll over loud music and a gong never clips, and has no click")
  func loudRoll() {
    let rate = 44_100
    let rig = Rig(
      [MemoryTrack([Float](repeating: 1, count: rate * 30), rate: rate)],
      sounds: .files(MemoryOpener([])))
    rig.sit(
      .of {
        $0.opening = .roll(.seconds(10), .bowl)
        $0.bells = [
          .at([.seconds(9.9)], Strokes(9, apart: .milliseconds(200), .gong)),
          .at([.seconds(10)], Strokes(9, apart: .milliseconds(200), .clap)),
        ]
      })
    rig.advance(frames: rate * 20, rate: rate)
    let heard = rig.tape.int24()
    #expect(heard.allSatisfy { abs($0) < 0x7F_FFFF })
  }

  /// The left channel of opening strokes alone.
  private func heard(_ strokes: Strokes, for seconds: Int) -> [Double] {
    let rig = Rig([], sounds: .files(MemoryOpener([])))
    rig.sit(
      .of {
        $0.length = .time(.seconds(60))
        $0.opening = strokes
      })
    rig.advance(frames: 44_100 * seconds)
    let heard = rig.tape.int16()
    return stride(from: 0, to: heard.count, by: 2).map { Double(heard[$0]) / 0x1p15 }
  }

  @Test("a breath sounds from session time 0 until the end of the last whole breath")
  func breath() {
    let rate = 8_000
    let rig = Rig(
      [.silence(frames: rate * 60, rate: rate)],
      sounds: .files(MemoryOpener([])))
    rig.sit(
      .of {
        $0.length = .time(.seconds(24))
        $0.breath = .coherent
      })
    rig.advance(frames: rate * 30, rate: rate)
    let heard = rig.tape.int24()
    #expect(heard[0] == 0)
    #expect(heard[..<rate].contains { abs($0) > 10_000 })
    #expect(heard[(rate * 15)..<(rate * 16)].contains { abs($0) > 10_000 })
    #expect(heard[(rate * 20)...].allSatisfy { $0 == 0 })
    #expect(Signal.largestStep(heard) < 0x80_0000 / 10)
  }
}
