import MeditationPlan
import MeditationSystem
import Testing

@testable import MeditationEngine

/// A session on the threaded engine.
@Suite(.timeLimit(.minutes(20)))
@MainActor struct SessionThreadTests {
  @Test("bells over a song, then the ring-out: each stroke at its frame, each event once")
  func session() async {
    let rate = 8_000
    let outputs = TapeOpener(isFixedFormat: false, bufferFrameCount: 400)
    let (events, continuation) = AsyncStream<EngineEvent>.makeStream()
    let engine = AudioEngine(
      decoders: MemoryOpener([.silence(frames: rate * 20, rate: rate)]), outputs: outputs,
      converters: LinearConverters(), sounds: .pings, onEvent: { continuation.yield($0) })
    engine.append([Track(path: MemoryOpener.path(0))])
    let plan = Plan.of {
      $0.length = .time(.seconds(6))
      $0.settling = .seconds(1)
      $0.opening = 1
      $0.bells = [.every(.seconds(3))]
      $0.closing = 2
    }
    var score = Score(
      generation: Generation(jump: 1), segment: .silence(length: .seconds(1)),
      next: .song(id: 0), session: 1, beginning: .seconds(-1), plan: plan)
    engine.follow(score)
    var news: [EngineEvent] = []
    for await event in events {
      if event.kind != .position { news.append(event) }
      if event.kind == .crossed {
        score.cross()
        engine.follow(score)
      } else if event.isEnd {
        score.jump(to: nil)
        score.isOver = true
        score.transport = .paused
        engine.follow(score)
      } else if event.kind == .rangOut {
        break
      }
    }
    await engine.shutDown()
    #expect(news.map { $0.cue?.kind } == [nil, .opening, .bell, .end, .closing, .closing, nil])
    #expect(news.compactMap(\.cue).map(\.time) == [0, 3, 6, 6, 10].map { .seconds($0) })
    #expect(news.allSatisfy { $0.cue == nil || $0.elapsed == $0.cue?.time })
    #expect(news.last?.elapsed == .seconds(12))
    // The device got 10 ms of silence before.
    let onsets = StrokeTests.onsets(outputs.tape.int24())
    #expect(onsets == [1, 4, 7, 11].map { $0 * rate + 80 })
    #expect(outputs.tape.int24().suffix(400).allSatisfy { $0 == 0 })
  }

  @Test("a device that does not return after the end does not keep it from coming")
  func lostDevice() async {
    let rate = 8_000
    let outputs = TapeOpener(isFixedFormat: false)
    outputs.tape.state.withLock { $0.frameLimit = rate * 3 }
    let (events, continuation) = AsyncStream<EngineEvent>.makeStream()
    var timing = AudioEngine.Timing()
    timing.retryScale = 0.001
    let engine = AudioEngine(
      decoders: MemoryOpener([]), outputs: outputs, converters: LinearConverters(),
      timing: timing, sounds: .pings, onEvent: { continuation.yield($0) })
    var score = Score(
      generation: Generation(jump: 1), segment: .silence(length: nil),
      plan: .of {
        $0.length = .time(.milliseconds(100))
        $0.closing = 9
      })
    engine.follow(score)
    var news: [EngineEvent.Kind] = []
    for await event in events {
      if event.cue == nil, event.kind != .position { news.append(event.kind) }
      if event.isEnd {
        score.jump(to: nil)
        score.isOver = true
        score.transport = .paused
        engine.follow(score)
      } else if event.kind == .rangOut {
        break
      }
    }
    await engine.shutDown()
    #expect(news == [.deviceLost(reason: "unplugged"), .rangOut])
  }

  @Test("a session that is finished while its device is lost is over")
  func finishedWithoutDevice() async {
    let rate = 8_000
    let outputs = TapeOpener(isFixedFormat: false)
    outputs.tape.state.withLock { $0.frameLimit = rate * 3 }
    let (events, continuation) = AsyncStream<EngineEvent>.makeStream()
    var timing = AudioEngine.Timing()
    // No attempt to open the device again comes to help.
    timing.retryScale = 1_000
    let engine = AudioEngine(
      decoders: MemoryOpener([]), outputs: outputs, converters: LinearConverters(),
      timing: timing, sounds: .pings, onEvent: { continuation.yield($0) })
    var score = Score(
      generation: Generation(jump: 1), segment: .silence(length: nil), session: 1,
      plan: .of {
        $0.length = .time(.seconds(60))
        $0.closing = 3
      })
    engine.follow(score)
    var news: [EngineEvent.Kind] = []
    for await event in events where event.kind != .position {
      news.append(event.kind)
      if event.kind == .rangOut { break }
      score.jump(to: nil)
      score.isOver = true
      score.transport = .paused
      engine.follow(score)
    }
    await engine.shutDown()
    #expect(news == [.deviceLost(reason: "unplugged"), .rangOut])
  }
}
