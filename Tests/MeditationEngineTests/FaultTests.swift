import MeditationEngine
import MeditationPlan
import MeditationSystem
import SystemPackage
import Testing

/// Files and devices that fail.
@MainActor struct FaultTests {
  @Test("damage in the middle: plays up to it, then reports the failure at its position")
  func damage() {
    let song = Signal.noise(frames: 60_000)
    var broken = MemoryTrack(song)
    broken.damage = (33_333, "the file is damaged")
    let rig = Rig([broken])
    rig.play(0)
    rig.advance(frames: 50_000)
    #expect(rig.news.map(\.kind) == [.failed(reason: "the file is damaged")])
    #expect(rig.news.first?.position == Duration(frames: 33_333, sampleRate: 44_100))
    let heard = rig.tape.int16()
    let whole = 33_333 - TransportTests.ramp
    #expect(Signal.firstDifference(Array(heard.prefix(whole)), Array(song.prefix(whole))) == nil)
    #expect(heard.dropFirst(33_333).allSatisfy { $0 == 0 })
    #expect(heard[33_332] == 0 || abs(Int(heard[33_332])) < 300)
  }

  @Test("after damage nothing is decoded until the session says what follows")
  func waits() {
    var broken = MemoryTrack(Signal.noise(frames: 10_000))
    broken.damage = (5_000, "the file is damaged")
    let rig = Rig([broken, MemoryTrack(Signal.noise(frames: 100))])
    rig.play(0)
    rig.advance(frames: 20_000)
    #expect(rig.news.count == 1)
    #expect(rig.files.disk.withLock { $0.openings } == [MemoryOpener.path(0)])
  }

  @Test("a file that cannot be opened fails at its start")
  func missing() {
    let rig = Rig([MemoryTrack(Signal.noise(frames: 100))])
    rig.engine?.append([Track(path: "nowhere")])
    rig.change {
      $0.generation = Generation(jump: 1)
      $0.segment = .song(id: 1)
      $0.transport = .playing
    }
    rig.advance(frames: 100)
    #expect(
      rig.news == [
        EngineEvent(
          generation: Generation(jump: 1), position: .zero,
          kind: .failed(reason: "there is no such file"))
      ])
  }

  @Test(
    "a format that cannot be played fails at the start",
    arguments: [
      (44_100, 10, "it has 10 channels; 1 to 8 are supported"),
      (44_100, 0, "it has 0 channels; 1 to 8 are supported"),
      (999, 1, "its sample rate is 999 Hz; 1 kHz to 1 MHz are supported"),
      (0, 1, "its sample rate is 0 Hz; 1 kHz to 1 MHz are supported"),
    ])
  func format(rate: Int, channels: Int, reason: String) {
    let rig = Rig([MemoryTrack([Int16](repeating: 1, count: 100), rate: rate, channels: channels)])
    rig.play(0)
    rig.advance(frames: 100)
    #expect(rig.news.map(\.kind) == [.failed(reason: reason)])
  }

  @Test("a song that the engine was never given fails at its start")
  func unknownSong() {
    let song = Signal.noise(frames: 10_000)
    let rig = Rig([MemoryTrack(song)])
    rig.play(0)
    rig.change { $0.next = .song(id: 7) }
    rig.advance(frames: 12_000)
    #expect(rig.news.map(\.kind) == [.crossed, .failed(reason: "there is no such song")])
    #expect(Signal.firstDifference(Array(rig.tape.int16().prefix(10_000)), song) == nil)
  }

  @Test("a successor that does not open: first the boundary, then the failure after it")
  func missingSuccessor() {
    let song = Signal.noise(frames: 10_000)
    let rig = Rig([MemoryTrack(song)])
    rig.play(0)
    rig.engine?.append([Track(path: "nowhere")])
    rig.change { $0.next = .song(id: 1) }
    rig.advance(frames: 12_000)
    let generation = Generation(jump: 1)
    let end = Duration(frames: 10_000, sampleRate: 44_100)
    #expect(
      rig.news == [
        EngineEvent(
          generation: generation, position: end, elapsed: end, kind: .crossed),
        EngineEvent(
          generation: generation.following, position: .zero, elapsed: end,
          kind: .failed(reason: "there is no such file")),
      ])
    #expect(Signal.firstDifference(Array(rig.tape.int16().prefix(10_000)), song) == nil)
  }

  @Test("no device at first: reported once, and the session continues")
  func noDevice() {
    let outputs = TapeOpener(isFixedFormat: false)
    outputs.tape.state.withLock {
      $0.refusal = OutputError("no device", concernsFormat: false)
    }
    let rig = Rig((0..<2).map { _ in MemoryTrack(Signal.noise(frames: 10_000)) }, outputs: outputs)
    rig.play(0)
    rig.advance(frames: 30_000)
    #expect(rig.news.map(\.kind) == [.noDevice(reason: "no device"), .crossed, .ended])
    #expect(outputs.tape.state.withLock { $0.openingCount } == 1)
  }

  @Test("a failed output file: reported once, and never opened again", arguments: [0, 20_000])
  func fullFile(limit: Int) {
    let outputs = TapeOpener()
    outputs.tape.state.withLock {
      $0.frameLimit = limit
      if limit == 0 { $0.refusal = OutputError("unplugged", concernsFormat: false) }
    }
    let rig = Rig([MemoryTrack(Signal.noise(frames: 100_000))], outputs: outputs)
    rig.play(0)
    rig.advance(frames: 50_000)
    rig.pause()
    rig.advance(frames: 50_000)
    #expect(rig.news.map(\.kind) == [.outputFailed(reason: "unplugged")])
    rig.play(0)
    rig.advance(frames: 50_000)
    #expect(rig.news.count == 2)
    #expect(outputs.tape.state.withLock { $0.openingCount } == 1)
  }

  @Test("noise that exceeds full scale is clipped, and what is not finite is silent")
  func saturation() {
    let rig = Rig([
      MemoryTrack([2, -2, 1, -1, .infinity, -.infinity, .nan, .signalingNaN, 0.5] as [Float])
    ])
    rig.play(0)
    rig.advance(frames: 9)
    #expect(
      rig.tape.int24()
        == [8_388_607, -8_388_608, 8_388_607, -8_388_608, 0, 0, 0, 0, 4_194_304])
  }

  @Test("what is not finite in one channel leaves the others as they are")
  func channels() {
    let samples: [Float] = [.infinity, 0.5, 0.5, -.infinity, .nan, 0.5, 0.5, 0.5]
    let rig = Rig([MemoryTrack(samples, channels: 2)])
    rig.play(0)
    rig.advance(frames: 4)
    let half: Int32 = 4_194_304
    #expect(rig.tape.int24() == [0, half, half, 0, 0, half, half, half])
  }
}
