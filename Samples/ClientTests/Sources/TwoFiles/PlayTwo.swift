import GaplessAudio

/// Plays two files without a gap, and returns when the second has ended, or why it has not.
public func playTwo(
  _ first: FilePath, _ second: FilePath, on outputs: any OutputOpener = AoLiveOpener()
) async -> EngineEvent.Kind? {
  let (events, continuation) = AsyncStream<EngineEvent>.makeStream()
  let engine = AudioEngine(
    decoders: SndfileOpener(), outputs: outputs, events: continuation)
  engine.append([Track(path: first), Track(path: second)])
  var score = Score(segment: .song(id: 0), next: .song(id: 1))
  engine.follow(score)
  var last: EngineEvent.Kind?
  for await event in events where event.generation == score.generation {
    switch event.kind {
    case .crossed:  // The second song plays, and nothing follows it.
      score.cross()
      engine.follow(score)
    case .ended, .failed, .outputFailed:
      last = event.kind
      await engine.shutDown()
    default: break  // Later versions may add kinds of events.
    }
  }
  return last
}
