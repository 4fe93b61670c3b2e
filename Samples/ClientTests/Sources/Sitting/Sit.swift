import GaplessAudio
import MeditationCore

/// Sits for as long as the plan says, and returns how the session ended.
@MainActor public func sit(
  with paths: [FilePath], plan: [PlanChange], on outputs: any OutputOpener = .device()
) async -> SessionEnd? {
  let songs = paths.map { SongViewModel(title: $0.lastComponent?.string ?? "") }
  let session = MeditationViewModel(songs: songs)
  let (events, continuation) = AsyncStream<EngineEvent>.makeStream()
  let engine = AudioEngine(
    decoders: SystemDecoders(), outputs: outputs, converters: SoxrConverters(),
    events: continuation)
  engine.append(paths.map { Track(path: $0) })
  let scores = session.observeSettled { engine.follow($0.after.score) }
  session.perform(.plan(plan))
  session.pick(songs)
  session.perform(.start)
  for await event in events {
    session.receive(event)
    // The bells have rung out, or nothing can be written.
    if event.kind == .rangOut || session.state.end == .failed { break }
  }
  await engine.shutDown()
  return withExtendedLifetime(scores) { session.state.end }
}
