import Platform
import Playback
import Score

/// The state of a `QueuePlayer`: which track plays, and the score for the engine.
struct TrackQueue: Sendable {
  /// When more than this has played, `previous` begins the track again.
  private static let restartThreshold = Duration.seconds(3)

  /// What the engine is to play.
  private(set) var score = Score(segment: nil, transport: .paused)
  /// The tracks, in the order of the queue.
  private(set) var tracks: [Track] = []
  /// The engine's ids of the tracks.
  private var ids: [SongID] = []
  /// The number of tracks that the engine has been given: it keeps those that were removed.
  private var idCount = 0
  /// The index of the current track, also after a shutdown.
  private var index: Int?
  /// The position in the current track that was reported last.
  private(set) var position = Duration.zero
  /// Whether the engine has reported the position since the latest jump.
  private var isPositionReported = false
  /// Whether playing goes on by itself: as soon as a track is added, or the device returns.
  private var isWaiting = false
  /// Whether the player has shut down: nothing plays any more.
  private(set) var isShutDown = false

  /// The index of the current track; `nil` before the first, after the last, once stopped, and after
  /// a shutdown.
  var current: Int? { isShutDown ? nil : index }

  /// Whether sound is wanted.
  var isPlaying: Bool { current != nil && (score.transport == .playing || isWaiting) }

  // MARK: Tracks

  /// Inserts tracks, which the engine was given last, before the track at `wanted`, or the nearest place.
  /// `nil` is the end.
  mutating func insert(_ new: [Track], at wanted: Int?) -> [PlayerEvent] {
    let (place, count) = (min(max(wanted ?? ids.count, 0), ids.count), new.count)
    let newIDs = (idCount..<(idCount + count)).map(SongID.init(rawValue:))
    idCount += count
    guard count > 0 else { return [] }
    if isShutDown { return refusal(of: place) }
    tracks.insert(contentsOf: new, at: place)
    ids.insert(contentsOf: newIDs, at: place)
    if let index {
      if place <= index { self.index = index + count }
      updateNext()
    }
    return index == nil && isWaiting ? jump(to: place) : []
  }

  /// Removes the track at `removed`. If it is the current one, the one after it begins.
  mutating func remove(at removed: Int) -> [PlayerEvent] {
    guard ids.indices.contains(removed) else { return [] }
    tracks.remove(at: removed)
    ids.remove(at: removed)
    guard let index = current else { return [] }
    if removed == index { return jump(to: removed) }
    if removed < index { self.index = index - 1 }
    updateNext()
    return []
  }

  /// Removes all tracks, and ramps the sound down.
  mutating func clear() -> [PlayerEvent] {
    (tracks, ids) = ([], [])
    return stop()
  }

  // MARK: Transport

  /// Plays on, or plays the first track if none has begun.
  mutating func play() -> [PlayerEvent] {
    if isShutDown { return refusal(of: index ?? 0) }
    let wasPlaying = isPlaying
    score.transport = .playing
    if let current { return wasPlaying ? [] : [.resumed(track: current)] }
    isWaiting = ids.isEmpty
    return isWaiting ? [] : jump(to: 0)
  }

  mutating func pause() -> [PlayerEvent] {
    let wasPlaying = isPlaying
    score.transport = .paused
    isWaiting = false
    return current.map { wasPlaying ? [.paused(track: $0)] : [] } ?? []
  }

  /// Begins `track` at `position`. Where there is no such track, the queue ends.
  mutating func jump(to track: Int, at position: Duration = .zero) -> [PlayerEvent] {
    if isShutDown { return refusal(of: track) }
    guard ids.indices.contains(track) else { return end() }
    if isWaiting { score.transport = .playing }
    isWaiting = false
    go(to: track, at: position)
    return [.began(track: track)]
  }

  /// Begins the track after the current one.
  mutating func next() -> [PlayerEvent] { current.map { jump(to: $0 + 1) } ?? [] }

  /// Begins the track before the current one; or the current one again, if it is the first or was
  /// heard for a while.
  mutating func previous() -> [PlayerEvent] {
    guard let current else { return [] }
    return jump(to: position > Self.restartThreshold ? current : max(current - 1, 0))
  }

  /// Goes to `position` in the current track, which does not begin anew.
  mutating func seek(to position: Duration) {
    if let current { go(to: current, at: position) }
  }

  private mutating func go(to track: Int, at position: Duration) {
    self.position = position.clamped()
    isPositionReported = false
    index = track
    score.jump(to: .song(id: ids[track]), at: self.position, next: following(track))
  }

  /// Ramps the sound down. No track is current.
  mutating func stop() -> [PlayerEvent] {
    defer { halt() }
    return current == nil ? [] : [.stopped]
  }

  private mutating func halt() {
    isWaiting = false
    position = .zero
    index = nil
    score.jump(to: nil)
    score.transport = .paused
  }

  /// Nothing plays from now on, whatever is asked.
  mutating func shutDown() {
    isShutDown = true
    isWaiting = false
    position = .zero
  }

  /// Tells whoever asks for `track` of a player that has shut down.
  private func refusal(of track: Int) -> [PlayerEvent] {
    [.failed(track: track, reason: "the player has shut down")]
  }

  mutating func setVolume(_ percent: Int) { score.volume = Self.volume(percent) }

  mutating func setLevel(_ level: Level) { score.level = level }

  /// The nearest volume to `percent`.
  static func volume(_ percent: Int) -> Int { min(max(percent, 0), 100) }

  // MARK: Events

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
      halt()
      return [.engine(event.kind), .ended]
    case .noDevice, .underrun, .stalled, .measuring, .mixedDown, .laneFailed, .cue, .rangOut:
      return [.engine(event.kind)]
    case .position, .crossed, .ended, .damaged, .failed, .deviceLost:
      guard event.generation == score.generation, let current else { return [] }
      // A jump beyond the end of a track comes to its end.
      let isFirst = event.kind == .position && !isPositionReported
      isPositionReported = isPositionReported || isFirst
      position = isFirst ? event.position : max(position, event.position)
      return advance(current, event.kind)
    }
  }

  private mutating func advance(_ current: Int, _ kind: EngineEvent.Kind) -> [PlayerEvent] {
    switch kind {
    case .crossed:
      guard score.next != nil else { return end() }
      position = .zero
      index = current + 1
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
    halt()
    isWaiting = isPlaying
    return [.ended]
  }

  private func following(_ track: Int) -> Segment? {
    track + 1 < ids.count ? .song(id: ids[track + 1]) : nil
  }

  private mutating func updateNext() { score.next = index.flatMap(following) }
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
    /// The streams of events, by number.
    var streams: [Int: AsyncStream<PlayerEvent>.Continuation] = [:]
    var streamCount = 0
    /// Whether no event follows: the player has shut down, or is released.
    var isFinished = false
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

  /// A stream of the events from now on.
  func makeStream() -> AsyncStream<PlayerEvent> {
    let (stream, continuation) = AsyncStream<PlayerEvent>.makeStream()
    let number: Int? = shared.withLock { shared in
      guard !shared.isFinished else { return nil }
      shared.streamCount += 1
      shared.streams[shared.streamCount] = continuation
      return shared.streamCount
    }
    if let number {
      continuation.onTermination = { [weak self] _ in self?.drop(number) }
    } else {
      continuation.finish()
    }
    return stream
  }

  private func drop(_ number: Int) {
    _ = shared.withLock { $0.streams.removeValue(forKey: number) }
  }

  /// Finishes all streams, after a shutdown and when the player is released.
  func finish() {
    let streams = shared.withLock { shared in
      shared.isFinished = true
      defer { shared.streams = [:] }
      return shared.streams
    }
    for stream in streams.values { stream.finish() }
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

  /// Changes the state, passes `tracks` and a changed score to the engine, and delivers the events.
  func perform(adding tracks: [Track] = [], _ work: (inout TrackQueue) -> [PlayerEvent]) {
    let delivers = shared.withLock { shared in
      let before = shared.state.score
      if !tracks.isEmpty { shared.engine?.append(tracks) }
      shared.pending += work(&shared.state)
      if shared.state.score != before { shared.engine?.follow(shared.state.score) }
      defer { shared.isDelivering = true }
      return !shared.isDelivering
    }
    guard delivers else { return }
    while let (event, streams) = next() {
      onEvent(event)
      for stream in streams.values { stream.yield(event) }
    }
  }

  private func next() -> (PlayerEvent, [Int: AsyncStream<PlayerEvent>.Continuation])? {
    shared.withLock { shared in
      guard !shared.pending.isEmpty else {
        shared.isDelivering = false
        return nil
      }
      return (shared.pending.removeFirst(), shared.streams)
    }
  }
}
