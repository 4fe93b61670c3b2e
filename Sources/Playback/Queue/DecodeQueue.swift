import NIOConcurrencyHelpers
import Score

/// The only state shared by the session, the decoding thread and the playing thread.
///
/// The lock is held for moving a few pointers, never while anything decodes, opens or writes.
final class DecodeQueue: Sendable {
  /// Owned by its lock, a pthread mutex, which ThreadSanitizer understands.
  private let state: NIOLockedValueBox<DecodeQueueState>
  /// Wakes the decoding thread.
  let decoderWake = WakeSignal()
  /// Wakes the playing thread.
  let playerWake = WakeSignal()

  /// An empty queue.
  init(_ capacity: QueueCapacity = .device) {
    state = NIOLockedValueBox(DecodeQueueState(capacity))
  }

  // MARK: For the session, on any thread

  /// Adds songs.
  func append(_ tracks: [Track]) { state.withLockedValue { $0.append(tracks) } }

  /// Adopts `score` and wakes both threads.
  func follow(_ score: Score) {
    state.withLockedValue { $0.follow(score) }
    decoderWake.signal()
    playerWake.signal()
  }

  /// Asks for one stroke of `bell`, which is heard if nothing plays.
  func preview(_ bell: Bell) {
    state.withLockedValue { $0.preview(bell) }
    playerWake.signal()
  }

  /// Asks both threads to exit.
  func quit() {
    state.withLockedValue { $0.isQuitting = true }
    decoderWake.signal()
    playerWake.signal()
  }

  // MARK: For the decoding thread

  /// What the prefetcher numbered `prefetcher`, which works on the job `serial`, does next.
  func nextTask(for serial: Int, by prefetcher: Int) -> DecoderTask {
    state.withLockedValue { $0.nextTask(for: serial, by: prefetcher) }
  }

  /// Appends a decoded chunk.
  func deliver(_ chunk: consuming Chunk, serial: Int) {
    if state.withLockedValue({ $0.deliver(chunk, serial: serial) }) { playerWake.signal() }
  }

  /// Records that the job `serial` is decoded, and that its end is held back.
  func hold(_ serial: Int) { state.withLockedValue { $0.hold(serial) } }

  /// The current level for the job `serial`; `nil` if the job was cancelled.
  func level(for serial: Int) -> Level? { state.withLockedValue { $0.level(for: serial) } }

  /// Records that the song of the job `serial` is being measured.
  func measure(_ serial: Int) { state.withLockedValue { $0.measure(serial) } }

  /// Records that the song of the job `serial` is no longer measured.
  func endMeasuring(_ serial: Int) { state.withLockedValue { $0.endMeasuring(serial) } }

  /// Takes unused storage back.
  func recycle(_ storage: consuming [UInt8]) {
    state.withLockedValue { $0.recycle(storage) }
  }

  // MARK: For the playing thread

  /// Appoints another prefetcher if the present one is stuck in a job that is no longer wanted.
  ///
  /// - Returns: The new one's number, for which a thread is to be started.
  func replaceStalledDecoder() -> Int? {
    state.withLockedValue { $0.replaceStalledDecoder() }
  }

  /// What the player is to do.
  var control: PlayerControl { state.withLockedValue { $0.control } }

  /// Moves chunks to `chunks` until it holds `frameCount` frames or the queue is empty.
  func take(
    into chunks: inout [Chunk], atLeast frameCount: Int, recycling played: inout [[UInt8]],
    in epoch: QueueEpoch
  ) {
    let isLow = state.withLockedValue {
      $0.take(into: &chunks, atLeast: frameCount, recycling: &played, in: epoch)
    }
    if isLow { decoderWake.signal() }
  }

  /// Crosses the boundary after the segment at `index`, if it is known what follows.
  func cross(_ index: Int, in epoch: QueueEpoch) -> PlaybackTarget.Following {
    state.withLockedValue { $0.cross(index, in: epoch) }
  }
}
