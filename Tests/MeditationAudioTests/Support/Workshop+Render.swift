import MeditationAudio
import MeditationEngine
import MeditationPlan

extension Workshop {
  /// Renders songs one after the other to `out.wav`.
  ///
  /// - Returns: All events but positions.
  @MainActor func render(_ names: [String], for length: Duration) throws -> [EngineEvent] {
    let opener = try AoFileOpener(path: path("out.wav"))
    func segment(_ index: Int) -> Segment? {
      index < names.count ? .song(id: SongID(rawValue: index)) : nil
    }
    var score = Score(generation: Generation(jump: 1), segment: segment(0), next: segment(1))
    var news: [EngineEvent] = []
    var engine: RenderingEngine?
    engine = RenderingEngine(
      decoders: SystemDecoders(programs: nil), outputs: opener, converters: SoxrConverters()
    ) { event in
      if event.kind != .position { news.append(event) }
      guard event.kind == .crossed else { return }
      score.generation = event.generation.following
      (score.segment, score.next) = (score.next, segment(score.generation.segment + 1))
      MainActor.assumeIsolated { engine?.follow(score) }
    }
    engine?.append(names.map { Track(path: path($0)) })
    engine?.follow(score)
    engine?.advance(by: length)
    engine?.shutDown()
    // Its handler holds it.
    engine = nil
    return news
  }
}
