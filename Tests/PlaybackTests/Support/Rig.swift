import Playback
import Score

/// A minimal session: plays tracks one after another on a timeline.
@MainActor final class Rig {
  let tape: Tape
  let files: MemoryOpener
  private(set) var events: [EngineEvent] = []
  private(set) var engine: RenderingEngine?
  private(set) var score = Score(generation: Generation(jump: 0), segment: nil)
  /// Whether a boundary is followed by the score that has caught up with it.
  var followsBoundaries = true
  private let count: Int

  init(
    _ tracks: [MemoryTrack], outputs: TapeOpener = TapeOpener(),
    converters: (any RateConverterMaker)? = LinearConverters()
  ) {
    tape = outputs.tape
    files = MemoryOpener(tracks)
    count = tracks.count
    engine = RenderingEngine(decoders: files, outputs: outputs, converters: converters) {
      [weak self] in self?.hear($0)
    }
    engine?.append(tracks.indices.map { Track(path: MemoryOpener.path($0)) })
  }

  /// All but positions.
  var news: [EngineEvent] { events.filter { $0.kind != .position } }

  /// Jumps to `song`.
  func play(_ song: Int, from start: Duration = .zero, volume: Int? = nil) {
    score = Score(
      generation: Generation(jump: score.generation.jump + 1), segment: segment(song), start: start,
      next: segment(song + 1), transport: .playing, volume: volume ?? score.volume)
    engine?.follow(score)
  }

  /// Changes the score without a jump.
  func change(_ change: (inout Score) -> Void) {
    change(&score)
    engine?.follow(score)
  }

  func pause() { change { $0.transport = .paused } }
  func resume() { change { $0.transport = .playing } }

  func silence() {
    score = Score(
      generation: Generation(jump: score.generation.jump + 1), segment: nil, transport: .paused)
    engine?.follow(score)
  }

  func advance(frames: Int, rate: Int = 44_100) {
    engine?.advance(by: Duration(frames: frames, sampleRate: rate))
  }

  func finish() { engine?.shutDown() }

  func segment(_ song: Int) -> Segment? {
    song < count ? .song(id: song) : nil
  }

  private func hear(_ event: EngineEvent) {
    events.append(event)
    guard event.kind == .crossed, followsBoundaries, event.generation == score.generation else {
      return
    }
    score.generation = event.generation.following
    score.segment = score.next
    score.next = segment((score.segment?.songID ?? 0) + 1)
    engine?.follow(score)
  }
}
