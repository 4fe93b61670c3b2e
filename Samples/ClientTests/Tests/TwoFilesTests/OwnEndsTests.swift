import GaplessAudio
import Testing
import TwoFiles

@Suite("An engine between a decoder and an output of one's own") struct OwnEndsTests {
  private static let frameCount = 48_000
  private let recording = Recording()

  private func tone(_ frequency: Double, from frame: Int = 0) -> [Int16] {
    (frame..<Self.frameCount).map { SineOpener.sample($0, of: frequency) }
  }

  /// Plays `tracks` as `score` says, and changes it after each event, until the sound ends.
  private func play(
    _ tracks: [Track], _ score: Score, on recording: Recording? = nil,
    _ change: (EngineEvent, inout Score) -> Void
  ) async -> [EngineEvent] {
    let (events, continuation) = AsyncStream<EngineEvent>.makeStream()
    let engine = AudioEngine(
      decoders: SineOpener(frameCount: Self.frameCount), outputs: recording ?? self.recording,
      converters: SoxrConverters(), events: continuation)
    engine.append(tracks)
    var score = score
    engine.follow(score)
    var heard: [EngineEvent] = []
    for await event in events where event.generation == score.generation {
      heard.append(event)
      switch event.kind {
      case .ended, .failed: await engine.shutDown()
      default:
        let before = score
        change(event, &score)
        if score != before { engine.follow(score) }
      }
    }
    return heard
  }

  @Test("plays the one into the other, and tells each boundary where it is")
  func tones() async {
    let tracks = [Track(path: "440"), Track(path: "300")]
    let events = await play(tracks, Score(segment: .song(id: 0), next: .song(id: 1))) {
      if $0.kind == .crossed { $1.cross() }
    }
    #expect(recording.samples == tone(440) + tone(300))
    let news = events.filter { $0.kind != .position }
    #expect(news.map(\.kind) == [.crossed, .ended])
    #expect(news.map(\.position) == [.seconds(1), .seconds(1)])
  }

  @Test("tells a boundary at its exact session time where the sample rate is converted")
  func resampled() async {
    let tracks = ["440", "300", "500"].map { Track(path: $0) }
    let events = await play(
      tracks, Score(segment: .song(id: 0), next: .song(id: 1)), on: Recording(sampleRate: 44_100)
    ) {
      if $0.kind == .crossed { $1.cross(next: $0.generation.segment == 0 ? .song(id: 2) : nil) }
    }
    let news = events.filter { $0.kind != .position }
    #expect(news.map(\.kind) == [.crossed, .crossed, .ended])
    #expect(news.map(\.elapsed) == [.seconds(1), .seconds(2), .seconds(3)])
    #expect(events.map(\.elapsed) == events.map(\.elapsed).sorted())
  }

  @Test("a track of any length is played", arguments: [Int128.min, -1, .max])
  func lengths(attoseconds: Int128) async {
    let track = Track(path: "440", length: Duration(attoseconds: attoseconds))
    let events = await play([track], Score(segment: .song(id: 0))) { _, _ in }
    #expect(events.last?.kind == .ended)
    #expect(recording.samples.count == Self.frameCount)
  }

  /// What an engine reports until the bells of a session have rung out, which is when to shut down.
  private func news(of score: Score, endingAt end: EngineEvent.Kind?) async -> [EngineEvent.Kind] {
    let (events, continuation) = AsyncStream<EngineEvent>.makeStream()
    let engine = AudioEngine(
      decoders: SineOpener(frameCount: Self.frameCount), outputs: recording, events: continuation)
    engine.append([Track(path: "440")])
    var score = score
    engine.follow(score)
    var news: [EngineEvent.Kind] = []
    for await event in events where event.kind != .position {
      news.append(event.kind)
      if event.kind == end {
        score.jump(to: nil)
        score.isOver = true
        engine.follow(score)
      }
      if event.kind == .rangOut { await engine.shutDown() }
    }
    return news
  }

  @Test("has rung out at the end of a plan, and of a session without one")
  func ringingOut() async {
    var score = Score(segment: .song(id: 0))
    #expect(await news(of: score, endingAt: .ended) == [.ended, .rangOut])
    score.plan.length = .time(.milliseconds(500))
    let end = EngineEvent.Kind.cue(Cue(.end, at: .milliseconds(500)))
    #expect(await news(of: score, endingAt: nil) == [end, .rangOut])
    #expect(await news(of: score, endingAt: end) == [end, .rangOut])
  }

  @Test("seeks: goes on from there with a short ramp")
  func seeking() async {
    let events = await play([Track(path: "440")], Score(segment: .song(id: 0))) { event, score in
      if score.generation.jump == 0 { score.jump(to: .song(id: 0), at: .milliseconds(500)) }
    }
    let afterRamp = tone(440, from: 24_000 + 480)
    #expect(Array(recording.samples.suffix(afterRamp.count)) == afterRamp)
    #expect(events.last?.kind == .ended)
    #expect(
      events.filter { $0.generation.jump == 1 }.allSatisfy { $0.position >= .milliseconds(500) })
  }

  @Test("reports what the decoder cannot open")
  func refusal() async {
    let events = await play([Track(path: "loud")], Score(segment: .song(id: 0))) { _, _ in }
    #expect(events.map(\.kind) == [.failed(reason: "its name is no frequency")])
  }

  @Test("ends the stream of events when it is released")
  func release() async {
    let (events, continuation) = AsyncStream<EngineEvent>.makeStream()
    _ = AudioEngine(
      decoders: SineOpener(frameCount: 1), outputs: recording, events: continuation)
    for await _ in events {}
  }
}
