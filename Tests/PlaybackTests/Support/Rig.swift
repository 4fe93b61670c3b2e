import Playback

/// A session in small: plays tracks one after another, as the real one would, on a timeline.
@MainActor final class Rig {
  let tape: Tape
  let files: MemoryOpener
  private(set) var events: [PlaybackEvent] = []
  private(set) var engine: RenderingEngine?
  private(set) var intent = PlaybackIntent(stamp: Stamp(generation: 0), track: nil)
  /// Whether a boundary is followed by the intent that has caught up with it.
  var followsBoundaries = true
  private let count: Int

  init(_ tracks: [MemoryTrack], outputs: TapeOpener = TapeOpener()) {
    tape = outputs.tape
    files = MemoryOpener(tracks)
    count = tracks.count
    engine = RenderingEngine(decoders: files, outputs: outputs) { [weak self] in
      self?.hear($0)
    }
  }

  /// All but positions.
  var news: [PlaybackEvent] { events.filter { $0.kind != .position } }

  /// Jumps to `song`.
  func play(_ song: Int, from start: Duration = .zero, volume: Int? = nil) {
    intent = PlaybackIntent(
      stamp: Stamp(generation: intent.stamp.generation + 1), track: track(song), start: start,
      next: track(song + 1), isPlaying: true, volume: volume ?? intent.volume)
    engine?.follow(intent)
  }

  /// Changes the intent without a jump.
  func change(_ change: (inout PlaybackIntent) -> Void) {
    change(&intent)
    engine?.follow(intent)
  }

  func pause() { change { $0.isPlaying = false } }
  func resume() { change { $0.isPlaying = true } }

  func silence() {
    intent = PlaybackIntent(
      stamp: Stamp(generation: intent.stamp.generation + 1), track: nil, isPlaying: false)
    engine?.follow(intent)
  }

  func advance(frames: Int, rate: Int = 44_100) {
    engine?.advance(by: Duration(frames: frames, sampleRate: rate))
  }

  func finish() { engine?.shutDown() }

  func track(_ song: Int) -> Track? {
    song < count ? Track(song: song, path: MemoryOpener.path(song)) : nil
  }

  private func hear(_ event: PlaybackEvent) {
    events.append(event)
    guard event.kind == .crossed, followsBoundaries, event.stamp == intent.stamp else { return }
    intent.stamp = event.stamp.following
    intent.track = intent.next
    intent.next = track((intent.track?.song ?? 0) + 1)
    engine?.follow(intent)
  }
}
