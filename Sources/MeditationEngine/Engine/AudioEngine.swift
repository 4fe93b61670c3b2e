import Dispatch
import MeditationPlan
import MeditationSystem

/// Plays in real time: decodes on one thread, and plays on another.
///
/// Both threads sleep while there is nothing to do. All events come from the playing thread. A
/// score must answer each `EngineEvent.Kind.crossed` (`Score.cross(next:)`): at the end of a
/// segment the engine waits until it knows what follows.
package final class AudioEngine: PlaybackEngine, Sendable {
  /// The waits of the playing thread, and its behaviour without a device.
  package struct Timing: Sendable {
    /// True if a session with a plan goes on without sound where its device is lost; a device that
    /// is back is then used again. Otherwise the session is held until then.
    package var proceedsWithoutDevice = false
    /// The pause after which the device is released, so that it can sleep and others can use it.
    package var releaseDelay = Duration.seconds(10)
    /// How late decoded frames may be before the sound ramps down; longer if the device holds more.
    package var underrunDelay = Duration.milliseconds(15)
    /// The wait after which another thread decodes, if the disk stalls in an unwanted file.
    package var stallDelay = Duration.milliseconds(100)
    /// The further wait after which the stall is reported.
    package var stallNoticeDelay = Duration.seconds(1)
    /// Scales the delays between retries of a lost device (0.5 s, doubled up to 30 s).
    package var retryScale = 1.0

    package init() {}
  }

  private let queue: DecodeQueue
  private let bells: BellSounds
  private let gains: (any GainSource)?
  private let isFile: Bool
  /// Left by each thread as it exits.
  private let threads = DispatchGroup()

  /// Starts the engine, silent.
  ///
  /// - Parameters:
  ///   - decoders: Opens songs, on the decoding thread.
  ///   - outputs: Opens devices, on the playing thread.
  ///   - converters: Makes rate converters, on the playing thread: for a file, which keeps its first
  ///     rate, and for devices that refuse a rate.
  ///   - gains: Gives the gains of songs, on the decoding thread; without it every level is off.
  ///   - paced: Opens a substitute if no device opens at first.
  ///   - sounds: Gives the sounds beside the songs; by default the built-in ones, and files.
  ///   - onEvent: Called with every event, on the playing thread, in order. Must not block.
  package nonisolated init(
    decoders: any DecoderOpener, outputs: any OutputOpener, converters: any RateConverterMaker,
    gains: (any GainSource)? = nil, paced: any OutputOpener = PacedOpener(),
    timing: Timing = Timing(), sounds: LaneSounds? = nil,
    onEvent: @escaping @Sendable (EngineEvent) -> Void
  ) {
    bells = BellSounds(decoders: decoders, converters: converters)
    isFile = outputs.isFixedFormat
    queue = DecodeQueue(isFile ? .file : .device)
    self.gains = gains
    let decoding = DecodingThread(
      queue: queue, decoders: decoders, converters: converters, gains: gains)
    decoding.start()
    let threads = threads
    threads.enter()
    PlayingThread(
      decoding: decoding, outputs: outputs, fallback: paced,
      sounds: sounds ?? LaneSounds(bells, waits: isFile), timing: timing, onEvent: onEvent,
      onExit: { threads.leave() }
    ).start()
  }

  deinit { queue.quit() }

  /// Adds songs. Never blocks; on any thread.
  package nonisolated func append(_ tracks: [Track]) {
    gains?.append(tracks)
    queue.append(tracks)
  }

  package nonisolated func setLength(_ length: Duration, of song: SongID) {
    queue.setLength(length, of: song)
  }

  /// Blocks on the disk; on any thread.
  @discardableResult
  package nonisolated func load(bell path: String) throws(SongDecodingError) -> Bool {
    try bells.load(path)
  }

  package nonisolated func length(ofFile path: String) throws(SongDecodingError) -> Duration? {
    try bells.decoders.length(ofFile: path)
  }

  /// Strikes `bell` once if nothing plays, and session time stands; not into a file. Never blocks;
  /// on any thread.
  package nonisolated func preview(_ bell: Bell) {
    if !isFile { queue.preview(bell) }
  }

  /// Plays `score` from now on. Never blocks; on any thread.
  package nonisolated func follow(_ score: Score) { queue.post(score) }

  package nonisolated var latest: EngineEvent? { queue.latest.withLock(\.self) }

  /// How a program that is about to exit leaves its device, which the system then closes.
  package enum Exit {
    /// When all that was written has been heard: the program ends by itself.
    case heard
    /// At once: a signal ends the program.
    case atOnce
  }

  /// How much longer than its sound lasts a device may take to accept the last silence.
  private nonisolated static let tolerance = Duration.seconds(2)

  /// Ramps the sound down and ends both threads.
  ///
  /// A device is closed by a thread of its own, which takes a second or two and does not delay the
  /// return. A file is closed before the return, however long that takes.
  ///
  /// - Parameters:
  ///   - limit: The longest wait for a device that accepts no more sound and need not be heard to
  ///     its end.
  ///   - exit: How a program that is about to exit leaves its device; `nil` if it does not exit.
  package nonisolated func shutDown(
    within limit: Duration = .milliseconds(200), exiting exit: Exit? = nil
  ) async {
    queue.quit(exiting: exit != nil)
    let unheard = exit == .heard ? queue.unheard.withLock(\.self) : .zero
    let limit = unheard > .zero ? unheard + Self.tolerance : limit
    // Not on a thread of our own: none can be started while a driver hangs during loading.
    let isOver = Locked(false)
    await withCheckedContinuation { caller in
      let resume: @Sendable () -> Void = {
        if !isOver.exchange(true) { caller.resume() }
      }
      threads.notify(queue: .global(), execute: resume)
      if isFile { return }
      DispatchQueue.global().asyncAfter(deadline: .now() + limit / .seconds(1), execute: resume)
    }
  }
}
