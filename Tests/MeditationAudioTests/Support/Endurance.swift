import Foundation
import MeditationAudio
import MeditationEngine
import MeditationPlan
import MeditationSystem
import MeditationTestSupport
import SystemPackage
import Testing

/// A long session on the engine with its threads, whose process is measured before and after.
@MainActor final class Endurance {
  private let decoders: any DecoderOpener
  /// Songs of one second at `rate`.
  private let songs: [FilePath]
  /// A song of more than a minute.
  private let long: FilePath
  private let rate: Int

  init(decoders: any DecoderOpener, songs: [FilePath], long: FilePath, rate: Int) {
    self.decoders = decoders
    self.songs = songs
    self.long = long
    self.rate = rate
  }

  /// Does everything `count` times, once a first round has brought the process to its size.
  func run(_ count: Int) async throws {
    try await round(count / 10)
    let before = try Footprint()
    try await round(count)
    let after = try Footprint()
    // The decoding thread of the last engine may still have to let its files go; a leak would be
    // a descriptor for each thing done.
    #expect(after.descriptorCount <= before.descriptorCount + 4)
    // The pools of the language's own runtime come and go with the load.
    let pool = ProcessInfo.processInfo.activeProcessorCount + 4
    #expect(after.threadCount <= before.threadCount + pool)
    // 4 KB for each thing done: less than one chunk or one decoder that is not let go.
    if !Footprint.isSanitized { #expect(after.memory <= before.memory + count * 4) }
  }

  private func round(_ count: Int) async throws {
    await bounded("\(count) songs to end") { await playSongs(count) }
    await bounded("\(count) pauses to give the device back") { await pause(count) }
    await bounded("\(count) seeks to be told") { await seek(count) }
  }

  /// Does `work`; ends this process, which is the test's own, if that hangs.
  private func bounded(_ what: String, _ work: () async -> Void) async {
    let watch = DispatchWorkItem {
      Issue.record("waited ten minutes for \(what)")
      exit(EXIT_FAILURE)
    }
    DispatchQueue.global().asyncAfter(deadline: .now() + 600, execute: watch)
    await work()
    watch.cancel()
  }

  /// Songs in a row, each of which ends at its own end.
  private func playSongs(_ count: Int) async {
    let meter = Meter(isFixedFormat: true)
    let (engine, events) = start(meter)
    engine.append((0..<count).map { Track(path: songs[$0 % songs.count]) })
    func segment(_ song: Int) -> Segment? {
      song < count ? .song(id: SongID(rawValue: song)) : nil
    }
    var score = Score(
      generation: Generation(jump: 1), segment: segment(0), next: segment(1))
    engine.follow(score)
    var endings = 0
    for await event in events where event.kind != .position {
      #expect(event.kind == .crossed || event.kind == .ended)
      #expect(event.position == .seconds(1))
      endings += 1
      guard event.kind == .crossed else { break }
      score.generation = event.generation.following
      (score.segment, score.next) = (score.next, segment(score.generation.segment + 1))
      engine.follow(score)
    }
    await engine.shutDown()
    #expect(endings == count)
    #expect(meter.frameCount.withLock { $0 } == count * rate)
  }

  /// Pauses so long that each gives the device back.
  private func pause(_ count: Int) async {
    var timing = AudioEngine.Timing()
    timing.releaseDelay = .milliseconds(1)
    let meter = Meter(isFixedFormat: false)
    let (engine, _) = start(meter, timing)
    var news = meter.news.makeAsyncIterator()
    engine.append([Track(path: long)])
    var score = Score(generation: Generation(jump: 1), segment: .song(id: 0))
    for _ in 0..<count {
      meter.gate.close()
      score.transport = .playing
      engine.follow(score)
      #expect(await news.next(isolation: #isolation) == .began)
      score.transport = .paused
      engine.follow(score)
      meter.gate.open()
      #expect(await news.next(isolation: #isolation) == .closed)
    }
    await engine.shutDown()
  }

  /// Jumps within a song, to anywhere but its last seconds.
  private func seek(_ count: Int) async {
    let (engine, events) = start(Meter(isFixedFormat: false))
    var news = events.makeAsyncIterator()
    engine.append([Track(path: long)])
    for generation in 1...count {
      let target = Duration.milliseconds(Int.random(in: 0...60_000))
      engine.follow(
        Score(
          generation: Generation(jump: generation), segment: .song(id: 0), start: target))
      var event = await news.next(isolation: #isolation)
      while let old = event, old.generation.jump < generation {
        event = await news.next(isolation: #isolation)
      }
      // Told at once: after the first 20 ms.
      #expect(event?.kind == .position)
      let position = event?.position ?? .zero
      #expect(position > target && position <= target + .milliseconds(21))
    }
    await engine.shutDown()
  }

  private func start(
    _ meter: Meter, _ timing: AudioEngine.Timing = .init()
  ) -> (AudioEngine, AsyncStream<EngineEvent>) {
    let (events, teller) = AsyncStream<EngineEvent>.makeStream()
    let engine = AudioEngine(
      decoders: decoders, outputs: meter, converters: SoxrConverters(), timing: timing
    ) { teller.yield($0) }
    return (engine, events)
  }
}
