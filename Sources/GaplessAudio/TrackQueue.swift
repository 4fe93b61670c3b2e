import Platform
import Playback
import Score

/// The state of a `QueuePlayer`: which track plays, and the score for the engine.
struct TrackQueue: Sendable {
  /// What the engine is to play.
  private(set) var score = Score(segment: nil, transport: .paused)
  private(set) var trackCount = 0
  /// The position in the current track that was reported last.
  private(set) var position = Duration.zero
  /// Whether playing goes on by itself: as soon as a track is added, or the device returns.
  private var isWaiting = false

  /// The index of the current track; `nil` before the first, after the last, and once stopped.
  var current: Int? { score.segment?.songID }

  /// Whether sound is wanted.
  var isPlaying: Bool { current != nil && (score.transport == .playing || isWaiting) }

  /// Adds `count` tracks; the first of them follows the last one without a gap.
  mutating func append(_ count: Int) -> [PlayerEvent] {
    let first = trackCount
    trackCount += count
    if let current { score.next = following(current) }
    guard current == nil, isWaiting, count > 0 else { return [] }
    return jump(to: first)
  }

  /// Plays on, or plays the first track if none has begun.
  mutating func play() -> [PlayerEvent] {
    score.transport = .playing
    guard current == nil else { return [] }
    isWaiting = trackCount == 0
    return isWaiting ? [] : jump(to: 0)
  }

  mutating func pause() {
    score.transport = .paused
    isWaiting = false
  }

  /// Begins `track` at `position`. Where there is no such track, the queue ends.
  mutating func jump(to track: Int, at position: Duration = .zero) -> [PlayerEvent] {
    guard (0..<trackCount).contains(track) else { return end() }
    if isWaiting { score.transport = .playing }
    isWaiting = false
    go(to: track, at: position)
    return [.began(track: track)]
  }

  /// Goes to `position` in the current track, which does not begin anew.
  mutating func seek(to position: Duration) {
    if let current { go(to: current, at: position) }
  }

  private mutating func go(to track: Int, at position: Duration) {
    self.position = max(position, .zero)
    score.jump(to: .song(id: track), at: self.position, next: following(track))
  }

  /// Ramps the sound down. No track is current.
  mutating func stop() {
    isWaiting = false
    position = .zero
    score.jump(to: nil)
    score.transport = .paused
  }

  mutating func setVolume(_ percent: Int) { score.volume = Self.volume(percent) }

  mutating func setLevel(_ level: Level) { score.level = level }

  /// The nearest volume to `percent`.
  static func volume(_ percent: Int) -> Int { min(max(percent, 0), 100) }

  /// Adopts an event of the engine; drops it if it is about something that no longer plays.
  mutating func receive(_ event: EngineEvent) -> [PlayerEvent] {
    switch event.kind {
    case .deviceRestored:
      if isWaiting, current != nil {
        isWaiting = false
        score.transport = .playing
      }
      return [.engine(event.kind)]
    case .outputFailed:
      // Nothing more can be written.
      stop()
      return [.engine(event.kind), .ended]
    case .noDevice, .underrun, .stalled, .measuring, .mixedDown, .laneFailed, .cue, .rangOut:
      return [.engine(event.kind)]
    case .position, .crossed, .ended, .damaged, .failed, .deviceLost:
      guard event.generation == score.generation, let current else { return [] }
      position = max(position, event.position)
      return advance(current, event.kind)
    }
  }

  private mutating func advance(_ current: Int, _ kind: EngineEvent.Kind) -> [PlayerEvent] {
    switch kind {
    case .crossed:
      position = .zero
      score.cross(next: following(current + 1))
      return [.began(track: current + 1)]
    case .ended:
      return jump(to: current + 1)
    case .failed(let reason):
      return [.failed(track: current, reason: reason)] + jump(to: current + 1)
    case .damaged:
      return [.engine(kind)]
    case .deviceLost:
      isWaiting = score.transport == .playing
      score.transport = .paused
      return [.engine(kind)]
    default:
      return [.position(track: current, position)]
    }
  }

  private mutating func end() -> [PlayerEvent] {
    guard current != nil else { return [] }
    let isPlaying = isPlaying
    stop()
    isWaiting = isPlaying
    return [.ended]
  }

  private func following(_ track: Int) -> Segment? {
    track + 1 < trackCount ? .song(id: track + 1) : nil
  }
}

/// The state of a player, shared between its callers and the thread that plays.
///
/// The engine follows each score under the lock, so that scores arrive in the order they were made;
/// following never blocks. Events are delivered outside of it, one after the other: by the thread that
/// made them, or by one that delivers already.
final class SharedQueue: Sendable {
  private struct Shared {
    var state = TrackQueue()
    weak var engine: AudioEngine?
    var onRelease: (@Sendable () -> Void)?
    /// Events to deliver, oldest first.
    var pending: [PlayerEvent] = []
    var isDelivering = false
  }

  private let shared = Locked(Shared())
  private let onEvent: @Sendable (PlayerEvent) -> Void

  init(onEvent: @escaping @Sendable (PlayerEvent) -> Void) { self.onEvent = onEvent }

  var state: TrackQueue { shared.withLock { $0.state } }

  /// Weak: the engine owns the handler that owns this.
  var engine: AudioEngine? {
    get { shared.withLock { $0.engine } }
    set { shared.withLock { $0.engine = newValue } }
  }

  /// Called after a shutdown, and when the player is released.
  var onRelease: (@Sendable () -> Void)? {
    get { shared.withLock { $0.onRelease } }
    set { shared.withLock { $0.onRelease = newValue } }
  }

  /// Adopts an event of the engine. Called on the thread that plays.
  func receive(_ event: EngineEvent) { perform { $0.receive(event) } }

  /// Changes the state without an event.
  func change(_ work: (inout TrackQueue) -> Void) {
    perform {
      work(&$0)
      return []
    }
  }

  /// Changes the state, passes a changed score to the engine, and delivers the events.
  func perform(_ work: (inout TrackQueue) -> [PlayerEvent]) {
    let delivers = shared.withLock { shared in
      let before = shared.state.score
      shared.pending += work(&shared.state)
      if shared.state.score != before { shared.engine?.follow(shared.state.score) }
      defer { shared.isDelivering = true }
      return !shared.isDelivering
    }
    guard delivers else { return }
    while let event = next() { onEvent(event) }
  }

  private func next() -> PlayerEvent? {
    shared.withLock { shared in
      guard !shared.pending.isEmpty else {
        shared.isDelivering = false
        return nil
      }
      return shared.pending.removeFirst()
    }
  }
}
