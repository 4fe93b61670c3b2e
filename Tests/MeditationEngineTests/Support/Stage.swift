import MeditationEngine
import MeditationPlan
import Testing

/// A minimal session on the threaded engine; waits for events, never for time.
@MainActor final class Stage {
  let tape: Tape
  let engine: AudioEngine
  private(set) var score = Score(generation: Generation(jump: 0), segment: nil)
  /// True if the first song follows the last.
  var repeats = false
  private let count: Int
  private let events: AsyncStream<EngineEvent>
  private(set) var news: [EngineEvent] = []

  init(
    _ tracks: [MemoryTrack], outputs: TapeOpener, paced: any OutputOpener = PacedOpener(),
    gains: (any GainSource)? = nil,
    timing: AudioEngine.Timing = .init()
  ) {
    tape = outputs.tape
    count = tracks.count
    let (events, continuation) = AsyncStream<EngineEvent>.makeStream()
    self.events = events
    engine = AudioEngine(
      decoders: MemoryOpener(tracks), outputs: outputs, converters: LinearConverters(),
      gains: gains, paced: paced, timing: timing
    ) { continuation.yield($0) }
    engine.append(tracks.indices.map { Track(path: MemoryOpener.path($0)) })
  }

  func play(_ song: Int, from start: Duration = .zero, volume: Int = 100, paused: Bool = false) {
    score = Score(
      generation: Generation(jump: score.generation.jump + 1), segment: segment(song), start: start,
      next: following(song), volume: volume)
    if paused { score.transport = .paused }
    engine.follow(score)
  }

  func change(_ change: (inout Score) -> Void) {
    change(&score)
    engine.follow(score)
  }

  /// Handles events as a session would, until one of the present generation is as wanted.
  @discardableResult
  func wait(for isWanted: (EngineEvent.Kind) -> Bool) async -> EngineEvent? {
    for await event in events {
      if event.kind != .position { news.append(event) }
      guard event.generation.jump == score.generation.jump else { continue }
      if event.kind == .crossed, event.generation == score.generation {
        change {
          $0.generation = event.generation.following
          $0.segment = $0.next
          $0.next = following($0.segment?.songID?.rawValue ?? 0)
        }
      }
      if isWanted(event.kind) { return event }
    }
    Issue.record("the expected event never came; these came: \(news.map(\.kind))")
    return nil
  }

  func segment(_ song: Int) -> Segment? {
    song < count ? .song(id: SongID(rawValue: song)) : nil
  }

  private func following(_ song: Int) -> Segment? {
    segment(song + 1) ?? (repeats ? segment(0) : nil)
  }
}
