import MeditationEngine
import MeditationPlan
import MeditationSystem
import MeditationTestSupport
import Testing

/// Disks that stall while a song plays.
@Suite(.timeLimit(.minutes(20)))
@MainActor struct StallTests {
  /// Twelve whole chunks of the hundred thousand frames that there are before the disk stalls.
  private static let decoded = 12 * 8_192

  @Test("a disk that stalls: a ramp down, then every frame from where it began")
  func stall() async {
    let song = Signal.sine(100, frames: 441 * 400)
    // A ramp of 441 frames is kept back.
    let decoded = Self.decoded
    let (disk, device, progress) = (Gate(), Gate(), ReadProgress())
    disk.close()
    var track = MemoryTrack(song)
    (track.gate, track.gateFrame, track.progress) = (disk, decoded, progress)
    let outputs = TapeOpener(isFixedFormat: false, bufferFrameCount: 500, gate: device)
    let stage = Stage([track], outputs: outputs)
    await Self.begin(stage, once: track.gateFrame, of: progress)
    // All that was decoded, the last of it as a ramp, and a buffer of silence.
    await stage.tape.reach(decoded + 941)
    device.close()
    disk.open()
    await progress.reach(song.count)
    device.open()
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

  @Test("after a stall, the last moment of a song is heard, too")
  func lastMoment() async {
    let song = Signal.noise(frames: Self.decoded + 5_000)
    let (disk, progress) = (Gate(), ReadProgress())
    disk.close()
    var track = MemoryTrack(song)
    (track.gate, track.gateFrame, track.progress) = (disk, Self.decoded, progress)
    let stage = Stage([track], outputs: TapeOpener(isFixedFormat: false))
    await Self.begin(stage, once: track.gateFrame, of: progress)
    await stage.tape.reach(Self.decoded)
    disk.open()
    await stage.wait { $0 == .ended }
    await stage.engine.shutDown()
    #expect(Signal.firstDifference(stage.tape.int16().suffix(4_500), song.suffix(4_500)) == nil)
  }

  @Test("a jump works while the disk stalls in the song before")
  func jump() async {
    let song = Signal.noise(frames: 50_000, seed: 2)
    var next = MemoryTrack(song)
    let progress = ReadProgress()
    next.progress = progress
    let (stage, disk, device) = await stalling(then: [next])
    await stage.wait { $0 == .stalled }
    device.close()
    stage.play(1)
    await progress.reach(song.count)
    device.open()
    await stage.wait { $0 == .ended }
    #expect(Signal.firstDifference(stage.tape.int16().suffix(song.count), song) == nil)
    disk.open()
    await stage.engine.shutDown()
  }

  @Test("a disk that is back before the queue is empty is not heard")
  func covered() async {
    let song = Signal.noise(frames: 441 * 400)
    let disk = Gate()
    disk.close()
    var track = MemoryTrack(song)
    (track.gate, track.gateFrame) = (disk, 100_000)
    var timing = AudioEngine.Timing()
    timing.underrunDelay = .seconds(300)
    let stage = Stage([track], outputs: TapeOpener(isFixedFormat: false), timing: timing)
    stage.play(0)
    // Nearly all that was decoded.
    await stage.tape.reach(Self.decoded - 2_000)
    disk.open()
    await stage.wait { $0 == .ended }
    await stage.engine.shutDown()
    #expect(Signal.firstDifference(stage.tape.int16(), song) == nil)
    #expect(stage.news.map(\.kind) == [.ended])
  }

  @Test("a stall of the disk is reported at the position of the song")
  func told() async {
    let (stage, disk, _) = await stalling()
    let stalled = await stage.wait { $0 == .stalled }
    #expect(stalled?.position == Duration(frames: Self.decoded - 441, sampleRate: 44_100))
    disk.open()
    await stage.wait { $0 == .ended }
    await stage.engine.shutDown()
  }

  @Test("quitting closes the device while the disk stalls")
  func quit() async {
    let (stage, disk, _) = await stalling()
    await stage.wait { $0 == .stalled }
    await stage.engine.shutDown(within: .seconds(60))
    #expect(stage.tape.state.withLock { $0.outputs[0].isClosed })
    disk.open()
  }

  /// A session that tells at once of its first song's disk, which stalls until it is opened. All before
  /// that is decoded, and plays.
  private func stalling(
    then others: [MemoryTrack] = []
  ) async -> (Stage, disk: Gate, device: Gate) {
    let (disk, device, progress) = (Gate(), Gate(), ReadProgress())
    disk.close()
    var track = MemoryTrack(Signal.noise(frames: 441 * 400))
    (track.gate, track.gateFrame, track.progress) = (disk, 100_000, progress)
    var timing = AudioEngine.Timing()
    (timing.stallDelay, timing.stallNoticeDelay) = (.milliseconds(1), .zero)
    let outputs = TapeOpener(isFixedFormat: false, gate: device)
    let stage = Stage([track] + others, outputs: outputs, timing: timing)
    await Self.begin(stage, once: track.gateFrame, of: progress)
    return (stage, disk, device)
  }

  /// Plays the first song once all before `frame` is decoded: however busy the machine is, the decoder
  /// is late nowhere but where the disk stalls.
  private static func begin(
    _ stage: Stage, once frame: Int, of progress: ReadProgress
  ) async {
    stage.play(0, paused: true)
    await progress.reach(frame)
    stage.change { $0.transport = .playing }
  }
}
