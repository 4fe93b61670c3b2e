import Playback
import Testing

/// A session in small on the engine with its threads; waits for events, never for time.
@MainActor final class Stage {
  let tape: Tape
  let engine: AudioEngine
  private(set) var intent = PlaybackIntent(stamp: Stamp(generation: 0), track: nil)
  private let count: Int
  private let events: AsyncStream<PlaybackEvent>
  private(set) var news: [PlaybackEvent] = []

  init(
    _ tracks: [MemoryTrack], outputs: TapeOpener, timing: AudioEngine.Timing = .init()
  ) {
    tape = outputs.tape
    count = tracks.count
    let (events, continuation) = AsyncStream<PlaybackEvent>.makeStream()
    self.events = events
    engine = AudioEngine(decoders: MemoryOpener(tracks), outputs: outputs, timing: timing) {
      continuation.yield($0)
    }
  }

  func play(_ song: Int, from start: Duration = .zero, volume: Int = 100) {
    intent = PlaybackIntent(
      stamp: Stamp(generation: intent.stamp.generation + 1), track: track(song), start: start,
      next: track(song + 1), volume: volume)
    engine.follow(intent)
  }

  func change(_ change: (inout PlaybackIntent) -> Void) {
    change(&intent)
    engine.follow(intent)
  }

  /// Handles events as a session would, until one of the present generation is as wanted.
  @discardableResult
  func wait(for isWanted: (PlaybackEvent.Kind) -> Bool) async -> PlaybackEvent? {
    for await event in events {
      if event.kind != .position { news.append(event) }
      guard event.stamp.generation == intent.stamp.generation else { continue }
      if event.kind == .crossed, event.stamp == intent.stamp {
        change {
          $0.stamp = event.stamp.following
          $0.track = $0.next
          $0.next = track(($0.track?.song ?? 0) + 1)
        }
      }
      if isWanted(event.kind) { return event }
    }
    Issue.record("an event was waited for in vain; what came was \(news.map(\.kind))")
    return nil
  }

  func track(_ song: Int) -> Track? {
    song < count ? Track(song: song, path: MemoryOpener.path(song)) : nil
  }
}
