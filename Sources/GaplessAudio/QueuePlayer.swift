public import Playback
public import Score
public import SystemAudio

/// Plays a queue of tracks without gaps: the engine, for those who need no session.
///
/// All methods may be called on any thread and never block; they take effect within milliseconds,
/// with short ramps, so that nothing clicks. The player stops when it is released. Bells, silence
/// and session time are reached by `AudioEngine`, which this drives.
public final class QueuePlayer: Sendable {
  private let engine: AudioEngine
  private let queue: SharedQueue

  /// Creates a player that waits for tracks and for `play`.
  ///
  /// - Parameters:
  ///   - decoders: Opens tracks, on a thread of the player's own.
  ///   - outputs: Opens devices, or a file, on another one.
  ///   - converters: Makes rate converters, for outputs that do not accept the rate of a track.
  ///   - gains: Gives the gains of tracks for `level`, on the thread that opens them:
  ///     `SongLevels(meter: EBUR128Meter(decoders: SystemDecoders()))` measures them. A long track
  ///     follows without a gap only if its gain is known by then: see `SongLevels.measureAhead`.
  ///   - onEvent: Called with every event, in order and never twice at once, on the thread that plays
  ///     or on one that calls the player. Must not block; may call the player.
  public init(
    decoders: any DecoderOpener = SystemDecoders(), outputs: any OutputOpener = .device(),
    converters: (any RateConverterMaker)? = SoxrConverters(),
    gains: (any GainSource)? = nil,
    onEvent: @escaping @Sendable (PlayerEvent) -> Void = { _ in }
  ) {
    let queue = SharedQueue(onEvent: onEvent)
    self.queue = queue
    engine = AudioEngine(
      decoders: decoders, outputs: outputs, converters: converters, gains: gains
    ) { queue.receive($0) }
    queue.engine = engine
  }

  deinit { queue.finish() }

  /// The events from now on, as a stream of its own each time it is asked for. It finishes when the
  /// player has shut down or is released.
  ///
  /// Ask for it before `play`, and read it to its end: a position arrives every 100 ms, and unread ones
  /// pile up.
  public var events: AsyncStream<PlayerEvent> { queue.makeStream() }

  // MARK: - State

  /// The number of tracks in the queue.
  public var count: Int { tracks.count }

  /// The tracks in the queue.
  public var tracks: [Track] { queue.state.tracks }

  /// The length of a track: `Track.length`, or else the length that its file states. Blocks on the disk.
  ///
  /// - Parameter index: The place in the queue, from 0.
  /// - Returns: `nil` where the file does not state it, or there is no such track.
  /// - Throws: Where the file cannot be opened.
  public func length(ofTrack index: Int) throws(SongDecodingError) -> Duration? {
    let tracks = tracks
    guard tracks.indices.contains(index) else { return nil }
    if let length = tracks[index].length { return length }
    return try engine.length(ofFile: tracks[index].path.string)
  }

  /// The index of the current track, from 0; `nil` before the first and after the last.
  public var current: Int? { queue.state.current }

  /// The position in the current track that was reported last, exact to 100 ms; after a seek or a jump,
  /// the one that was asked for, until the engine has reported where it is.
  public var position: Duration { queue.state.position }

  /// Whether a track plays, or will as soon as the device accepts sound. A player that waits for its
  /// first track does not.
  public var isPlaying: Bool { queue.state.isPlaying }

  /// The volume of the music in percent, 0 to 100; other values are clamped. 100 does not change the
  /// samples.
  ///
  /// The scale is perceptual: the gain is the cube of the fraction, so that 50 sounds half as loud
  /// (-18 dB).
  public var volume: Int {
    get { queue.state.score.volume }
    set { queue.change { $0.setVolume(newValue) } }
  }

  /// Whether tracks that begin are brought to one loudness. Without `gains` it has no effect.
  public var level: Level {
    get { queue.state.score.level }
    set { queue.change { $0.setLevel(newValue) } }
  }

  /// Whether `shutDown` was called.
  public var isShutDown: Bool { queue.state.isShutDown }

  // MARK: - Tracks

  /// Adds tracks to the end of the queue. If the queue has run dry while playing, the first of them
  /// begins.
  public func append(_ tracks: [Track]) {
    queue.perform(adding: tracks) { $0.insert(tracks, at: nil) }
  }

  /// Inserts tracks before the one at `index`, from 0; the nearest place is taken. The current track plays
  /// on, and has a higher index if they come before it. As `append` if the queue has run dry.
  public func insert(_ tracks: [Track], at index: Int) {
    queue.perform(adding: tracks) { $0.insert(tracks, at: index) }
  }

  /// Removes the track at `index`, from 0; the tracks after it have lower indices from then on. If it is
  /// the current one, the one after it begins. Where there is no such track, nothing happens.
  public func remove(at index: Int) { queue.perform { $0.remove(at: index) } }

  /// Removes all tracks, and ramps the sound down. Tracks that are added later wait for `play`.
  public func clear() { queue.perform { $0.clear() } }

  // MARK: - Transport

  /// Plays on from where it was paused. Before the first track and after the last, begins the first; in
  /// an empty queue, the first one that is added.
  public func play() { queue.perform { $0.play() } }

  /// Ramps the sound down and keeps the position; `play` continues at the very frame.
  public func pause() { queue.perform { $0.pause() } }

  /// Begins the track numbered `track`, from 0, at `position`, whether it plays or is paused.
  ///
  /// Where there is no such track the queue ends; a position beyond the track's end begins the next
  /// one.
  public func jump(to track: Int, at position: Duration = .zero) {
    queue.perform { $0.jump(to: track, at: position) }
  }

  /// Seeks within the current track, exactly to the frame; negative positions are its start, and one
  /// beyond its end begins the next track once it plays. Without a current track it does nothing.
  public func seek(to position: Duration) { queue.change { $0.seek(to: position) } }

  /// Begins the track after the current one; after the last, the queue ends. Without a current track
  /// it does nothing.
  public func next() { queue.perform { $0.next() } }

  /// Begins the track before the current one; the current one again if it is the first, or more than 3
  /// seconds of it have played. Without a current track it does nothing.
  public func previous() { queue.perform { $0.previous() } }

  /// Ramps the sound down and forgets the position; `play` begins the first track.
  public func stop() { queue.perform { $0.stop() } }

  /// Changes the volume evenly to `percent` within `duration`, in steps of 20 ms that are ramped.
  ///
  /// Setting `volume` meanwhile lasts until the next step. Cancelling the task keeps the volume that
  /// was reached.
  public func fade(to percent: Int, over duration: Duration) async {
    let start = volume
    let percent = TrackQueue.volume(percent)
    let step = Duration.milliseconds(20)
    let clock = ContinuousClock()
    let begin = clock.now
    while !Task.isCancelled {
      let passed = begin.duration(to: clock.now)
      guard passed < duration else { break }
      volume = start + Int(Double(percent - start) * (passed / duration))
      try? await clock.sleep(for: step)
    }
    if !Task.isCancelled { volume = percent }
  }

  /// Ramps the sound down and ends the player's threads; a file is complete afterwards.
  ///
  /// From the call on no track is current, and whoever calls `play`, `jump` or `append` is told by
  /// `PlayerEvent.failed` that the player has shut down.
  ///
  /// - Parameter limit: The longest wait for a device that accepts no more sound.
  public func shutDown(within limit: Duration = .milliseconds(200)) async {
    queue.change { $0.shutDown() }
    await engine.shutDown(within: limit)
    queue.finish()
  }
}

/// An event of a `QueuePlayer`. Indices are places in the queue then, from 0. Each `reason` is a clause that can be shown to the user.
public enum PlayerEvent: Hashable, Sendable {
  /// The track began, or was begun again by a jump. One that cannot be opened begins, and
  /// fails once it should be heard.
  case began(track: Int)
  /// The track has played up to `position`; every 100 ms of real time while it plays. A file is written
  /// much faster, so short tracks have none.
  case position(track: Int, Duration)
  /// The track cannot be opened, or not be decoded any further. The next one begins, unless the
  /// player has shut down.
  case failed(track: Int, reason: String)
  /// `pause` paused the track. A lost device is an `engine` event.
  case paused(track: Int)
  /// `play` resumed the track.
  case resumed(track: Int)
  /// The queue has ended. If it was playing, the next track that is added begins at once.
  case ended
  /// No track is current any more, because the player was stopped or its queue was cleared.
  case stopped
  /// Damage in the current track, its measuring, or an event of the device, the disk or the output
  /// file, as the engine reports it.
  case engine(EngineEvent.Kind)
}
