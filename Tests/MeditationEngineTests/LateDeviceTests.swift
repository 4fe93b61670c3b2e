import MeditationPlan
import MeditationSystem
import MeditationTestSupport
import Testing

@testable import MeditationEngine

/// Devices whose drivers answer too late.
@Suite(.timeLimit(.minutes(20)))
@MainActor struct LateDeviceTests {
  private let song = Signal.noise(frames: 3_000_000)

  private func outputs(refusing reason: String?) -> TapeOpener {
    let outputs = TapeOpener(isFixedFormat: false)
    outputs.tape.state.withLock { state in
      state.refusal = reason.map { OutputError($0, concernsFormat: false) }
    }
    return outputs
  }

  /// Where in the song the output numbered `index` begins to play, behind its ramp up.
  private func firstFrame(of index: Int, _ stage: Stage) -> Int? {
    let heard = stage.tape.int16(index)
    guard heard.count > 2_000 else { return nil }
    let piece = Array(heard[1_000..<1_100])
    let place = song.indices.dropLast(100).first { first in
      song[first] == piece[0] && song[first..<(first + 100)].elementsEqual(piece)
    }
    return place.map { $0 - 1_000 }
  }

  /// A stage whose first device does not open, and whose fallback takes 10 000 frames until the gate
  /// opens.
  private func stage(_ song: [Int16], _ gate: Gate) -> Stage {
    gate.close()
    let fallback = TapeOpener(isFixedFormat: false, gate: gate, gateFrame: 10_000)
    return Stage([MemoryTrack(song)], outputs: outputs(refusing: "no answer"), paced: fallback)
  }

  @Test("a session that runs without sound gets it once the device opens, and goes on")
  func noDevice() async throws {
    let gate = Gate()
    let stage = stage(song, gate)
    stage.play(0)
    let without = await stage.wait { $0 == .noDevice(reason: "no answer") }
    #expect(without?.position == .zero)
    await stage.wait { $0 == .position }
    stage.tape.answer()
    gate.open()
    let back = await stage.wait { $0 == .deviceRestored }
    await stage.tape.reach(100_000)
    await stage.engine.shutDown()
    // No frame was left out: sound goes on where silence had come to.
    let position = try #require(back?.position.frameCount(at: 44_100))
    #expect(position > 0)
    #expect(firstFrame(of: 0, stage) == position)
    #expect(stage.news.map(\.kind) == [.noDevice(reason: "no answer"), .deviceRestored])
  }

  @Test("a device that still does not open changes nothing")
  func stillNone() async {
    let gate = Gate()
    let stage = stage(Array(song.prefix(20_000)), gate)
    stage.play(0)
    await stage.wait { $0 == .noDevice(reason: "no answer") }
    stage.tape.state.withLock { $0.onAnswer }?()
    gate.open()
    await stage.wait { $0 == .ended }
    await stage.engine.shutDown()
    #expect(stage.news.map(\.kind) == [.noDevice(reason: "no answer"), .ended])
    #expect(stage.tape.state.withLock { $0.openingCount } == 2)
  }

  @Test("while a session is paused, too")
  func paused() async {
    let gate = Gate()
    let stage = stage(song, gate)
    stage.play(0)
    await stage.wait { $0 == .noDevice(reason: "no answer") }
    stage.change { $0.transport = .paused }
    stage.tape.answer()
    gate.open()
    await stage.wait { $0 == .deviceRestored }
    #expect(stage.tape.frameCount == 0)
    stage.change { $0.transport = .playing }
    await stage.tape.reach(10_000)
    await stage.engine.shutDown()
  }

  @Test("a lost device is tried at once, whatever the delay of the next retry")
  func lost() async {
    let outputs = outputs(refusing: nil)
    outputs.tape.state.withLock { $0.frameLimit = 50_000 }
    var timing = AudioEngine.Timing()
    timing.retryScale = 100_000
    let stage = Stage([MemoryTrack(song)], outputs: outputs, timing: timing)
    stage.play(0)
    let lost = await stage.wait { $0 == .deviceLost(reason: "unplugged") }
    stage.tape.answer()
    let back = await stage.wait { $0 == .deviceRestored }
    #expect(back?.position == lost?.position)
    await stage.tape.reach(100_000)
    await stage.engine.shutDown()
  }
}
