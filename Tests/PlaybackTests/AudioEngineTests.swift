import NIOConcurrencyHelpers
import Playback
import SystemPackage
import Testing

/// The engine with its two threads.
@Suite(.timeLimit(.minutes(5)))
@MainActor struct AudioEngineTests {
  @Test("songs into a file are their concatenation, and the file is closed")
  func file() async {
    let songs = (0..<5).map { Signal.noise(frames: 70_000, seed: UInt64($0 + 1)) }
    let stage = Stage(songs.map { MemoryTrack($0) }, outputs: TapeOpener())
    stage.play(0)
    await stage.wait { $0 == .ended }
    await stage.engine.shutDown()
    #expect(Signal.firstDifference(stage.tape.int16(), songs.flatMap { $0 }) == nil)
    #expect(stage.tape.state.withLockedValue { $0.outputs[0].isClosed })
    #expect(!stage.tape.state.withLockedValue { $0.outputs[0].isAbandoned })
    #expect(stage.news.map(\.kind) == [.crossed, .crossed, .crossed, .crossed, .ended])
  }

  @Test("quitting ramps down, leaves a buffer of silence, and abandons the device")
  func quit() async {
    let song = Signal.sine(100, frames: 200_000)
    let device = Gate()
    device.close()
    let outputs = TapeOpener(
      isFixedFormat: false, bufferFrameCount: 2_000, gate: device, gateFrame: 50_000)
    let stage = Stage([MemoryTrack(song)], outputs: outputs)
    stage.play(0)
    await stage.tape.reach(50_000)
    await stage.engine.shutDown(within: .milliseconds(1))
    device.open()
    await stage.engine.shutDown(within: .seconds(60))
    let samples = stage.tape.int16()
    #expect(samples.count < song.count)
    #expect(samples.suffix(2_000).allSatisfy { $0 == 0 })
    #expect(Signal.largestStep(samples) <= 233 + 60)
    #expect(stage.tape.state.withLockedValue { $0.outputs[0].isAbandoned })
  }

  @Test("quitting does not wait for a device that takes nothing")
  func stuckDevice() async {
    let device = Gate()
    device.close()
    let outputs = TapeOpener(isFixedFormat: false, gate: device)
    let stage = Stage([MemoryTrack(Signal.noise(frames: 100_000))], outputs: outputs)
    stage.play(0)
    await stage.engine.shutDown(within: .milliseconds(20))
    device.open()
  }

  @Test("a disk that stalls: a ramp down, then every frame from where it began")
  func stall() async {
    let song = Signal.sine(100, frames: 441 * 400)
    // Twelve whole chunks; a ramp of 441 frames is kept back.
    let decoded = 12 * 8_192
    let disk = Gate()
    disk.close()
    var track = MemoryTrack(song)
    (track.gate, track.gateFrame) = (disk, decoded)
    let outputs = TapeOpener(isFixedFormat: false, bufferFrameCount: 500)
    let stage = Stage([track], outputs: outputs)
    stage.play(0)
    // All that was decoded, the last of it as a ramp, and a buffer of silence.
    await stage.tape.reach(decoded + 941)
    disk.open()
    await stage.wait { $0 == .ended }
    await stage.engine.shutDown()
    // Before the first frame, and before it goes on, the device is given 10 ms of silence.
    let all = stage.tape.int16()
    let samples = Array(all[441..<(decoded + 941)] + all[(decoded + 1_382)...])
    #expect(all.prefix(441).allSatisfy { $0 == 0 })
    #expect(
      Signal.firstDifference(
        samples.prefix(decoded - 441), song.prefix(decoded - 441)) == nil)
    #expect(samples[decoded..<(decoded + 500)].allSatisfy { $0 == 0 })
    #expect(
      Signal.firstDifference(samples[(decoded + 941)..<(song.count + 941)], song.dropFirst(decoded))
        == nil)
    #expect(Signal.largestStep(samples) <= 233 + 60)
  }

  @Test("a jump works while the disk stalls in the song before")
  func jumpDuringStall() async {
    let disk = Gate()
    disk.close()
    var stuck = MemoryTrack(Signal.noise(frames: 100_000))
    stuck.gate = disk
    let song = Signal.noise(frames: 50_000, seed: 2)
    var timing = AudioEngine.Timing()
    timing.stall = .milliseconds(1)
    let stage = Stage(
      [stuck, MemoryTrack(song)], outputs: TapeOpener(isFixedFormat: false), timing: timing)
    stage.play(0)
    stage.play(1)
    await stage.wait { $0 == .ended }
    #expect(Signal.firstDifference(stage.tape.int16(), song) == nil)
    disk.open()
    await stage.engine.shutDown()
  }

  @Test("a lost device is tried again, told when it is back, and goes on from the kept frame")
  func deviceReturns() async {
    let song = Signal.sine(100, frames: 441 * 1_000)
    let outputs = TapeOpener(isFixedFormat: false)
    var timing = AudioEngine.Timing()
    timing.retryScale = 0.001
    outputs.tape.state.withLockedValue { $0.frameLimit = 100_000 }
    let stage = Stage([MemoryTrack(song)], outputs: outputs, timing: timing)
    stage.play(0)
    let lost = await stage.wait { $0 == .deviceLost(reason: "unplugged") }
    stage.change { $0.isPlaying = false }
    outputs.tape.state.withLockedValue {
      $0.refusal = nil
      $0.frameLimit = .max
    }
    await stage.wait { $0 == .deviceRestored }
    stage.change { $0.isPlaying = true }
    await stage.wait { $0 == .ended }
    await stage.engine.shutDown()
    let position = lost?.position.frameCount(at: 44_100) ?? 0
    #expect(position == stage.tape.int16(0).count)
    let last = stage.tape.formats.count - 1
    #expect(stage.tape.int16(last).count == song.count - position)
    #expect(
      Signal.firstDifference(stage.tape.int16(last).suffix(300_000), song.suffix(300_000)) == nil)
  }

  @Test("a long pause gives the device back; resume opens it again and loses nothing")
  func longPause() async {
    let song = Signal.noise(frames: 300_000)
    let device = Gate()
    device.close()
    let outputs = TapeOpener(isFixedFormat: false, gate: device, gateFrame: 100_000)
    var timing = AudioEngine.Timing()
    timing.release = .milliseconds(1)
    let stage = Stage([MemoryTrack(song)], outputs: outputs, timing: timing)
    stage.play(0)
    await stage.tape.reach(100_000)
    stage.change { $0.isPlaying = false }
    device.open()
    var closings = stage.tape.closings.makeAsyncIterator()
    _ = await closings.next(isolation: #isolation)
    let first = stage.tape.int16(0)
    stage.change { $0.isPlaying = true }
    await stage.wait { $0 == .ended }
    await stage.engine.shutDown()
    let second = stage.tape.int16(1)
    // The ramp down was heard besides.
    #expect(first.count + second.count == song.count + 441)
    #expect(
      Signal.firstDifference(
        second.dropFirst(441), song.dropFirst(song.count - second.count + 441)) == nil)
  }

  @Test("a thousand jumps at random, then a song from its beginning")
  func manyJumps() async {
    let song = Signal.noise(frames: 500_000)
    let outputs = TapeOpener(isFixedFormat: false)
    let stage = Stage([MemoryTrack(song)], outputs: outputs)
    for index in 0..<1_000 {
      stage.play(0, from: .milliseconds(Int.random(in: 0..<11_000)))
      if index % 3 == 0 { stage.change { $0.isPlaying = false } }
      if index % 7 == 0, index % 3 != 0 { await stage.wait { _ in true } }
      if index % 5 == 0 { stage.change { $0.volume = 100 - index / 10 } }
    }
    stage.play(0)
    await stage.wait { $0 == .ended }
    await stage.engine.shutDown()
    let samples = stage.tape.int16(stage.tape.formats.count - 1)
    #expect(Signal.firstDifference(samples.suffix(song.count), song) == nil)
  }
}
