import MeditationPlan
import MeditationSystem
import MeditationTestSupport
import Testing

@testable import MeditationEngine

/// Devices that are lost, released and reopened.
@Suite(.timeLimit(.minutes(20)))
@MainActor struct DeviceTests {
  @Test("a lost device is retried, reported when restored, and resumes at the kept frame")
  func deviceReturns() async {
    let song = Signal.sine(100, frames: 441 * 1_000)
    let outputs = TapeOpener(isFixedFormat: false)
    var timing = AudioEngine.Timing()
    timing.retryScale = 0.001
    outputs.tape.state.withLock { $0.frameLimit = 100_000 }
    let stage = Stage([MemoryTrack(song)], outputs: outputs, timing: timing)
    stage.play(0)
    let lost = await stage.wait { $0 == .deviceLost(reason: "unplugged") }
    stage.change { $0.transport = .paused }
    outputs.tape.comeBack()
    await stage.wait { $0 == .deviceRestored }
    stage.change { $0.transport = .playing }
    await stage.wait { $0 == .ended }
    await stage.engine.shutDown()
    let position = lost?.position.frameCount(at: 44_100) ?? 0
    #expect(position == stage.tape.int16(0).count)
    let last = stage.tape.formats.count - 1
    #expect(stage.tape.int16(last).count == song.count - position)
    #expect(
      Signal.firstDifference(stage.tape.int16(last).suffix(300_000), song.suffix(300_000)) == nil)
  }

  @Test("a lost device is retried although the volume changes all the time")
  func retriedDuringFade() async {
    let outputs = TapeOpener(isFixedFormat: false)
    var timing = AudioEngine.Timing()
    // Longer than the time from one change to the next.
    timing.retryScale = 0.2
    outputs.tape.state.withLock { $0.frameLimit = 100_000 }
    let stage = Stage(
      [MemoryTrack(Signal.noise(frames: 200_000))], outputs: outputs, timing: timing)
    stage.play(0)
    await stage.wait { $0 == .deviceLost(reason: "unplugged") }
    outputs.tape.comeBack()
    let fade = Task {
      while !Task.isCancelled {
        stage.change { $0.volume = 150 - $0.volume }
        try await Task.sleep(for: .milliseconds(5))
      }
    }
    await stage.wait { $0 == .deviceRestored }
    fade.cancel()
    await stage.engine.shutDown()
  }

  @Test("a device is closed before it is opened for another format: some are open once at a time")
  func reopened() async {
    let songs = [44_100, 48_000, 44_100].map { MemoryTrack(Signal.noise(frames: 20_000), rate: $0) }
    let stage = Stage(songs, outputs: TapeOpener(isFixedFormat: false))
    stage.play(0)
    await stage.wait { $0 == .ended }
    await stage.engine.shutDown()
    #expect(stage.tape.formats.map(\.sampleRate) == [44_100, 48_000, 44_100])
    #expect(!stage.tape.state.withLock(\.wasShared))
  }

  @Test("a long pause releases the device; resuming opens it again and loses nothing")
  func longPause() async {
    let song = Signal.noise(frames: 300_000)
    let device = Gate()
    device.close()
    let outputs = TapeOpener(isFixedFormat: false, gate: device, gateFrame: 100_000)
    var timing = AudioEngine.Timing()
    timing.releaseDelay = .milliseconds(1)
    let stage = Stage([MemoryTrack(song)], outputs: outputs, timing: timing)
    stage.play(0)
    await stage.tape.reach(100_000)
    stage.change { $0.transport = .paused }
    device.open()
    var closings = stage.tape.closings.makeAsyncIterator()
    _ = await closings.next(isolation: #isolation)
    let first = stage.tape.int16(0)
    stage.change { $0.transport = .playing }
    await stage.wait { $0 == .ended }
    await stage.engine.shutDown()
    let second = stage.tape.int16(1)
    // The ramp down was heard, too.
    #expect(first.count + second.count == song.count + 441)
    #expect(
      Signal.firstDifference(
        second.dropFirst(441), song.dropFirst(song.count - second.count + 441)) == nil)
  }

  @Test("sound that moves is dropped where the session pauses, and resumes at the next frame")
  func moved() async {
    let song = Signal.noise(frames: 300_000)
    let device = Gate()
    device.close()
    let outputs = TapeOpener(isFixedFormat: false, gate: device, gateFrame: 100_000)
    let stage = Stage([MemoryTrack(song)], outputs: outputs)
    stage.play(0)
    await stage.tape.reach(100_000)
    stage.tape.state.withLock { $0.onMove }?("the headphones are gone")
    device.open()
    await stage.wait { $0 == .soundMoved(reason: "the headphones are gone") }
    device.close()
    stage.change { ($0.transport, $0.dropsHeld) = (.paused, true) }
    device.open()
    var closings = stage.tape.closings.makeAsyncIterator()
    _ = await closings.next(isolation: #isolation)
    #expect(stage.tape.state.withLock(\.dropCount) == 1)
    let first = stage.tape.int16(0)
    // Neither a ramp nor silence was written.
    #expect(Signal.firstDifference(first, song.prefix(first.count)) == nil)
    stage.change { ($0.transport, $0.dropsHeld) = (.playing, false) }
    await stage.wait { $0 == .ended }
    await stage.engine.shutDown()
    #expect(stage.tape.state.withLock(\.dropCount) == 1)
    let second = stage.tape.int16(1)
    #expect(first.count + second.count == song.count)
    #expect(
      Signal.firstDifference(
        second.dropFirst(441), song.dropFirst(song.count - second.count + 441)) == nil)
  }

  private let sound = StreamFormat(sampleRate: 44_100, channelCount: 2, sample: .int16)

  private func device() -> (TapeOpener, Device) {
    let outputs = TapeOpener(isFixedFormat: false)
    let device = Device(
      opener: outputs, fallback: outputs, converters: LinearConverters(),
      mixer: SessionMixer(sounds: .silent))
    return (outputs, device)
  }

  @Test("a lost device is retried at growing intervals, up to half a minute")
  func intervals() throws {
    let (outputs, device) = device()
    _ = try device.prepare(for: sound, volume: 100)
    let gone = OutputError("unplugged")
    outputs.tape.state.withLock { $0.refusal = gone }
    device.lose(gone)
    let delays = (0..<8).map { _ in
      defer { #expect(!device.retry()) }
      return device.retryDelay
    }
    #expect(delays == [0.5, 1, 2, 4, 8, 16, 30, 30].map { .seconds($0) })
  }

  @Test("a device that opens but accepts nothing is retried at growing intervals, too")
  func flapping() throws {
    let (_, device) = device()
    let frames = [UInt8](repeating: 0, count: 400)
    let gone = OutputError("unplugged")
    func delays(_ count: Int) throws -> [Duration?] {
      try (0..<count).map { _ in
        _ = try device.prepare(for: sound, volume: 100)
        device.lose(gone)
        defer { #expect(device.retry()) }
        return device.retryDelay
      }
    }
    #expect(try delays(3) == [.seconds(0.5), .seconds(1), .seconds(2)])
    _ = try device.prepare(for: sound, volume: 100)
    try frames.withUnsafeBytes { try device.write($0) }
    #expect(try delays(2) == [.seconds(0.5), .seconds(1)])
  }

  @Test("'play' retries a lost device at once, and resumes at the kept frame")
  func playAgain() async {
    let song = Signal.noise(frames: 200_000)
    let outputs = TapeOpener(isFixedFormat: false)
    var timing = AudioEngine.Timing()
    timing.retryScale = 10_000
    outputs.tape.state.withLock { $0.frameLimit = 100_000 }
    let stage = Stage([MemoryTrack(song)], outputs: outputs, timing: timing)
    stage.play(0)
    let lost = await stage.wait { $0 == .deviceLost(reason: "unplugged") }
    outputs.tape.comeBack()
    stage.change { $0.transport = .paused }
    stage.change { $0.transport = .playing }
    await stage.wait { $0 == .deviceRestored }
    await stage.wait { $0 == .ended }
    await stage.engine.shutDown()
    let kept = lost?.position.frameCount(at: 44_100) ?? 0
    #expect(stage.tape.int16(0).count == kept)
    let rest = stage.tape.int16(1)
    #expect(Signal.firstDifference(rest.dropFirst(441), song.dropFirst(kept + 441)) == nil)
  }

  @Test("a device that is back gets silence before the sound, as one opened anew does")
  func primedAgain() async {
    let song = [Int16](repeating: 1_000, count: 200_000)
    var outputs = TapeOpener(isFixedFormat: false)
    outputs.bufferFrameCount = 4_000
    var timing = AudioEngine.Timing()
    timing.retryScale = 0.001
    outputs.tape.state.withLock { $0.frameLimit = 100_000 }
    let stage = Stage([MemoryTrack(song)], outputs: outputs, timing: timing)
    stage.play(0)
    await stage.wait { $0 == .deviceLost(reason: "unplugged") }
    outputs.tape.comeBack()
    await stage.wait { $0 == .deviceRestored }
    await stage.wait { $0 == .ended }
    await stage.engine.shutDown()
    for index in 0..<2 {
      let silence = stage.tape.int16(index).prefix { $0 == 0 }.count
      // The first frames of a ramp are rounded to nothing.
      #expect((441...450).contains(silence))
    }
  }

  @Test("a session with a plan that is to go on without its device does, until that is back")
  func proceeds() async {
    let song = Signal.noise(frames: 2_000_000)
    let gate = Gate()
    gate.close()
    let outputs = TapeOpener(isFixedFormat: false, gate: gate)
    outputs.tape.state.withLock { $0.frameLimit = 100_000 }
    // Waits until the device is back: silence that takes no time would be at its end before.
    let silenceGate = Gate()
    silenceGate.close()
    let silence = TapeOpener(isFixedFormat: false, gate: silenceGate, gateFrame: 60_000)
    var timing = AudioEngine.Timing()
    timing.retryScale = 0.001
    timing.proceedsWithoutDevice = true
    let stage = Stage([MemoryTrack(song)], outputs: outputs, paced: silence, timing: timing)
    stage.play(0)
    stage.change { $0.plan = .of { $0.length = .time(.seconds(60)) } }
    gate.open()
    await stage.wait { $0 == .noDevice(reason: "unplugged") }
    await silence.tape.reach(50_000)
    outputs.tape.comeBack()
    silenceGate.open()
    let back = await stage.wait { $0 == .deviceRestored }
    await stage.wait { $0 == .ended }
    await stage.engine.shutDown()
    #expect(
      stage.news.map(\.kind) == [.noDevice(reason: "unplugged"), .deviceRestored, .ended])
    #expect(back.map { $0.elapsed >= .seconds(1) } == true)
    #expect(
      Signal.firstDifference(
        stage.tape.int16(stage.tape.formats.count - 1).suffix(10_000), song.suffix(10_000)) == nil)
  }

  @Test("a device is given back after ten seconds")
  func release() { #expect(AudioEngine.Timing().releaseDelay == .seconds(10)) }
}
