import Platform
import Playback
import Score
import TestSupport
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
  func jump() async {
    let song = Signal.noise(frames: 50_000, seed: 2)
    let (stage, disk) = stalling(then: [MemoryTrack(song)])
    stage.play(0)
    await stage.wait { $0 == .stalled }
    stage.play(1)
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
    let (stage, disk) = stalling()
    stage.play(0)
    let stalled = await stage.wait { $0 == .stalled }
    #expect(stalled?.position == Duration(frames: Self.decoded - 441, sampleRate: 44_100))
    disk.open()
    await stage.wait { $0 == .ended }
    await stage.engine.shutDown()
  }

  @Test("quitting closes the device while the disk stalls")
  func quit() async {
    let (stage, disk) = stalling()
    stage.play(0)
    await stage.wait { $0 == .stalled }
    await stage.engine.shutDown(within: .seconds(60))
    #expect(stage.tape.state.withLock { $0.outputs[0].isClosed })
    disk.open()
  }

  /// A session that tells at once of its first song's disk, which stalls until it is opened.
  private func stalling(then others: [MemoryTrack] = []) -> (Stage, disk: Gate) {
    let disk = Gate()
    disk.close()
    var track = MemoryTrack(Signal.noise(frames: 441 * 400))
    (track.gate, track.gateFrame) = (disk, 100_000)
    var timing = AudioEngine.Timing()
    (timing.stallDelay, timing.stallNoticeDelay) = (.milliseconds(1), .zero)
    let outputs = TapeOpener(isFixedFormat: false)
    return (Stage([track] + others, outputs: outputs, timing: timing), disk)
  }
}
