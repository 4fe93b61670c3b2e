import MeditationEngine
import MeditationPlan
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

/// The engine with its two threads.
@Suite(.timeLimit(.minutes(20)))
@MainActor struct AudioEngineTests {
  @Test("songs into a file are their concatenation, and the file is closed")
  func file() async {
    let songs = (0..<5).map { Signal.noise(frames: 70_000, seed: UInt64($0 + 1)) }
    let stage = Stage(songs.map { MemoryTrack($0) }, outputs: TapeOpener())
    stage.play(0)
    await stage.wait { $0 == .ended }
    await stage.engine.shutDown()
    #expect(Signal.firstDifference(stage.tape.int16(), songs.flatMap { $0 }) == nil)
    #expect(stage.tape.state.withLock { $0.outputs[0].isClosed })
    #expect(!stage.tape.state.withLock { $0.outputs[0].isAbandoned })
    #expect(stage.news.map(\.kind) == [.crossed, .crossed, .crossed, .crossed, .ended])
  }

  @Test(
    "quitting ramps down, leaves a buffer of silence, and closes the device, or leaves it to the system",
    arguments: [nil, AudioEngine.Exit.atOnce])
  func quit(exit: AudioEngine.Exit?) async {
    let song = Signal.sine(100, frames: 200_000)
    let device = Gate()
    device.close()
    let outputs = TapeOpener(
      isFixedFormat: false, bufferFrameCount: 2_000, gate: device, gateFrame: 50_000)
    let stage = Stage([MemoryTrack(song)], outputs: outputs)
    stage.play(0)
    await stage.tape.reach(50_000)
    await stage.engine.shutDown(within: .milliseconds(1), exiting: exit)
    device.open()
    await stage.engine.shutDown(within: .seconds(60))
    let samples = stage.tape.int16()
    #expect(samples.count < song.count)
    #expect(samples.suffix(2_000).allSatisfy { $0 == 0 })
    #expect(Signal.largestStep(samples) <= 233 + 60)
    #expect(stage.tape.state.withLock { $0.outputs[0].isAbandoned } == (exit != nil))
    #expect(stage.tape.state.withLock { $0.outputs[0].isClosed })
  }

  @Test("a program that ends by itself exits when the last frame was heard")
  func heard() async {
    let song = Signal.noise(frames: 50_000)
    let device = Gate()
    device.close()
    // It accepts the song and the 10 ms in front of it at once, and the silence behind it later.
    let outputs = TapeOpener(
      isFixedFormat: false, bufferFrameCount: 40_000, gate: device, gateFrame: 50_441)
    let stage = Stage([MemoryTrack(song)], outputs: outputs)
    stage.play(0)
    await stage.wait { $0 == .ended }
    async let exit: Void = stage.engine.shutDown(within: .zero, exiting: .heard)
    Task { device.open() }
    await exit
    let samples = stage.tape.int16()
    #expect(samples.suffix(40_000).allSatisfy { $0 == 0 })
    #expect(Signal.firstDifference(samples.dropLast(40_000).suffix(song.count), song) == nil)
    #expect(stage.tape.state.withLock { $0.outputs[0].isAbandoned })
  }

  @Test("the program does not end before its file is written, however long that takes")
  func slowFile() async {
    let song = Signal.noise(frames: 50_000)
    let disk = Gate()
    disk.close()
    let stage = Stage([MemoryTrack(song)], outputs: TapeOpener(gate: disk, gateFrame: 10_000))
    stage.play(0)
    await stage.tape.reach(10_000)
    async let exit: Void = stage.engine.shutDown(within: .zero, exiting: .atOnce)
    Task { disk.open() }
    await exit
    #expect(stage.tape.state.withLock { $0.outputs[0].isClosed })
    #expect(!stage.tape.state.withLock { $0.outputs[0].isAbandoned })
  }

  @Test("a silent device is left at once at the end")
  func silentDevice() async {
    let outputs = TapeOpener(isFixedFormat: false, bufferFrameCount: 40_000, isHeard: false)
    let stage = Stage([MemoryTrack(Signal.noise(frames: 50_000))], outputs: outputs)
    stage.play(0)
    await stage.wait { $0 == .ended }
    let count = stage.tape.frameCount
    await stage.engine.shutDown(exiting: .heard)
    #expect(stage.tape.frameCount < count + 40_000)
  }

  @Test("quitting does not wait for a device that accepts nothing")
  func stuckDevice() async {
    let device = Gate()
    device.close()
    let outputs = TapeOpener(isFixedFormat: false, gate: device, gateFrame: 10_000)
    let stage = Stage([MemoryTrack(Signal.noise(frames: 100_000))], outputs: outputs)
    stage.play(0)
    await stage.tape.reach(10_000)
    await stage.engine.shutDown(within: .milliseconds(20))
    #expect(!stage.tape.state.withLock { $0.outputs[0].isClosed })
    device.open()
  }

  @Test("a thousand jumps at random, then a song from its beginning")
  func manyJumps() async {
    let song = Signal.noise(frames: 500_000)
    let outputs = TapeOpener(isFixedFormat: false)
    // A busy machine may let the decoder wait; an underrun would add a ramp.
    var timing = AudioEngine.Timing()
    timing.underrunDelay = .seconds(600)
    let stage = Stage([MemoryTrack(song)], outputs: outputs, timing: timing)
    for index in 0..<1_000 {
      stage.play(0, from: .milliseconds(Int.random(in: 0..<11_000)))
      if index % 3 == 0 { stage.change { $0.transport = .paused } }
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
