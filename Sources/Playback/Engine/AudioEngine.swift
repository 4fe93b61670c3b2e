import Score

/// Plays for real: decodes on one thread of its own, plays on another.
///
/// Both threads sleep while nothing is to be done. All news comes on the playing thread.
public final class AudioEngine: PlaybackEngine, Sendable {
  /// How long the playing thread waits for what.
  public struct Timing: Sendable {
    /// After how long a pause the device is given back, so that it can sleep and others use it.
    public var release = Duration.seconds(10)
    /// How long sound may be late before it ramps down; less than a device's buffer lasts.
    public var patience = Duration.milliseconds(15)
    /// After how long another thread decodes if the disk stalls in a file that is not wanted now.
    public var stall = Duration.milliseconds(100)
    /// After how long a silence besides it is told that the disk stalls.
    public var notice = Duration.seconds(1)
    /// What the times between two tries of a lost device (0.5 s, doubled up to 30 s) are scaled by.
    public var retryScale = 1.0

    /// The times that suit people.
    public init() {}
  }

  private let supply: Supply
  private let isFile: Bool
  private let ending = Ending()

  /// Starts the engine, silent.
  ///
  /// - Parameters:
  ///   - decoders: Opens tracks, on the decoding thread.
  ///   - outputs: Opens devices, on the playing thread.
  ///   - paced: Opens what takes a device's place if none opens at first.
  ///   - onEvent: Told of everything, on the playing thread, in order. Must not block.
  public nonisolated init(
    decoders: any DecoderOpener, outputs: any OutputOpener,
    paced: any OutputOpener = PacedOpener(), timing: Timing = Timing(),
    onEvent: @escaping @Sendable (EngineEvent) -> Void
  ) {
    isFile = outputs.isFixedFormat
    supply = Supply(batch: isFile ? 32 : 1)
    DecodingThread.start(supply: supply, decoders: decoders)
    let ending = ending
    PlayingThread(
      supply: supply, decoders: decoders, outputs: outputs, fallback: paced, timing: timing,
      onEvent: onEvent,
      onEnd: { ending.come() }
    ).start()
  }

  deinit { supply.quit() }

  /// Adds songs. Never blocks; on any thread.
  public nonisolated func append(_ tracks: [Track]) { supply.append(tracks.map(\.path)) }

  /// Takes `score` as what is wanted from now on. Never blocks; on any thread.
  public nonisolated func follow(_ score: Score) { supply.follow(score) }

  /// Ramps down what sounds, and ends both threads.
  ///
  /// A device is abandoned: its driver is not waited for. A file is closed properly, however long
  /// that takes.
  ///
  /// - Parameter limit: The longest time to wait for a device that does not take sound any more.
  public nonisolated func shutDown(within limit: Duration = .milliseconds(200)) async {
    supply.quit()
    await ending.wait(isFile ? nil : limit)
  }
}
