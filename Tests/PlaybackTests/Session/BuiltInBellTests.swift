import Score
import Testing

@testable import Playback

/// The bells that are built in, as an engine strikes them.
@MainActor struct BuiltInBellTests {
  @Test("each begins at its very frame", arguments: [Bell.Sound.bowl, .gong, .chime, .wood])
  func onset(sound: Bell.Sound) {
    let rate = 44_100
    let tape = TapeOpener()
    let engine = RenderingEngine(
      decoders: MemoryOpener([.silence(frames: rate * 2)]), outputs: tape
    ) { _ in }
    engine.append([Track(path: MemoryOpener.path(0))])
    engine.follow(
      Score(
        generation: Generation(jump: 1), segment: .song(id: 0),
        plan: .of {
          $0.bells = .at([.seconds(1)])
          $0.bell = Bell(sound)
        }))
    engine.advance(by: .seconds(1.2))
    let heard = tape.tape.int24()
    #expect(heard[...rate].allSatisfy { $0 == 0 })
    #expect(heard[(rate + 1)...(rate + 2)].contains { $0 != 0 })
    #expect((heard.max() ?? 0) > 0x10_0000)
  }

  @Test("a breath sounds from session time 0 until the end of the last whole breath")
  func breath() {
    let rate = 8_000
    let rig = Rig(
      [.silence(frames: rate * 60, rate: rate)],
      sounds: LaneSounds(BellSounds(decoders: MemoryOpener([]), converters: nil)))
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
    let steps = zip(heard, heard.dropFirst()).map { abs($0 - $1) }
    #expect((steps.max() ?? 0) < 0x80_0000 / 10)
  }
}
