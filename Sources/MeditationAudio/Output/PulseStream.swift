import CMeditationPulse
import MeditationEngine

/// The stream of this process as a sound server sees it. libao tells nothing of it.
///
/// It notices that the server has moved the sound to other speakers, because those that it was heard on
/// are gone: headphones that were unplugged, or are out of reach. It runs on a thread of libpulse that
/// sleeps while nothing changes.
final class PulseStream {
  /// Takes the reason, as a clause; on any thread.
  typealias Handler = @Sendable (String) -> Void

  /// Called back by C; it outlives the stream.
  private final class Receiver {
    let onMove: Handler
    init(_ onMove: @escaping Handler) { self.onMove = onMove }
  }

  private let receiver: Receiver
  private let watch: OpaquePointer

  /// Begins to watch the stream of this process; `nil` if libpulse is missing. Does not wait for
  /// the server at the address `server`; `nil` is the usual one.
  init?(server: String?, onMove: @escaping Handler) {
    receiver = Receiver(onMove)
    let context = Unmanaged.passUnretained(receiver).toOpaque()
    let watch = pulse_watch_start(
      server,
      { context, wereHeadphones in
        guard let context else { return }
        Unmanaged<Receiver>.fromOpaque(context).takeUnretainedValue().onMove(
          wereHeadphones ? "the headphones are gone" : "the sound has moved to other speakers")
      }, context)
    guard let watch else { return nil }
    self.watch = watch
  }

  deinit { pulse_watch_stop(watch) }

  /// How long it takes until all that the server has of it is heard; `nil` if it does not say so
  /// within 50 ms.
  var delay: ToldDelay? {
    let delay = pulse_watch_delay(watch)
    guard delay.whole > 0 else { return nil }
    return ToldDelay(whole: .microseconds(delay.whole), least: .microseconds(delay.least))
  }

  /// Has the server end the stream at once, and drop what it holds. Does not wait for it.
  func endStream() { pulse_watch_end_stream(watch) }
}
