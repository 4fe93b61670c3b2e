import CMeditationSocket
import Dispatch
import Glibc
import MeditationPlan
import MeditationSystem
import SystemPackage

/// The only state shared by the session, the decoding thread and the playing thread.
///
/// The lock is held for moving a few pointers, never while anything decodes, opens or writes. What is
/// not described here is what `DecodeQueueState` does under it.
final class DecodeQueue: Sendable {
  /// Owned by its lock, a pthread mutex, which ThreadSanitizer understands.
  private let state: Locked<DecodeQueueState>
  /// Wakes the decoding thread.
  let decoderWake = WakeSignal()
  /// Wakes the playing thread.
  let playerWake = TimedWake()
  /// The position of the playing thread; `nil` before it has played anything.
  let latest = Locked<EngineEvent?>(nil)
  /// The longest time that the device takes to play what it was given last; zero where nobody hears it.
  let unheard = Locked(Duration.zero)

  init(_ capacity: QueueCapacity = .device) {
    state = Locked(DecodeQueueState(capacity))
  }

  // MARK: For the session, on any thread

  func append(_ tracks: [Track]) { state.withLock { $0.append(tracks) } }

  func setLength(_ length: Duration, of song: SongID) {
    state.withLock { $0.setLength(length, of: song) }
  }

  /// Adopts `score` and wakes both threads.
  func post(_ score: Score) {
    state.withLock { $0.adopt(score) }
    decoderWake.signal()
    playerWake.signal()
  }

  /// Asks for one stroke of `bell`, which is heard if nothing plays.
  func preview(_ bell: Bell) {
    state.withLock { $0.preview(bell) }
    playerWake.signal()
  }

  /// Asks both threads to exit.
  ///
  /// - Parameter exiting: True if the whole program is about to exit.
  func quit(exiting: Bool = false) {
    state.withLock { $0.quit(exiting: exiting) }
    decoderWake.signal()
    playerWake.signal()
  }

  /// True if the program is about to exit.
  var isExiting: Bool { state.withLock(\.isExiting) }

  // MARK: For the decoding thread

  func nextTask(for serial: Int, by prefetcher: Int) -> DecoderTask {
    state.withLock { $0.nextTask(for: serial, by: prefetcher) }
  }

  /// Appends a decoded chunk.
  func deliver(_ chunk: consuming Chunk, serial: Int) {
    if state.withLock({ $0.deliver(chunk, serial: serial) }) { playerWake.signal() }
  }

  func hold(_ serial: Int) { state.withLock { $0.hold(serial) } }

  func level(for serial: Int) -> Level? { state.withLock { $0.level(for: serial) } }

  func measure(_ serial: Int) { state.withLock { $0.measure(serial) } }

  func endMeasuring(_ serial: Int) { state.withLock { $0.endMeasuring(serial) } }

  func recycle(_ storage: consuming [UInt8]) {
    state.withLock { $0.recycle(storage) }
  }

  // MARK: For the playing thread

  /// Appoints another prefetcher if the present one is stuck in a job that is no longer wanted.
  ///
  /// - Returns: The new one's number, for which a thread is to be started.
  func replaceStalledDecoder() -> Int? {
    state.withLock { $0.replaceStalledDecoder() }
  }

  var control: PlayerControl { state.withLock { $0.control } }

  func take(
    into chunks: inout [Chunk], atLeast frameCount: Int, recycling played: inout [[UInt8]],
    in epoch: QueueEpoch
  ) {
    let isLow = state.withLock {
      $0.take(into: &chunks, atLeast: frameCount, recycling: &played, in: epoch)
    }
    if isLow { decoderWake.signal() }
  }

  func cross(_ index: Int, in epoch: QueueEpoch) -> PlaybackTarget.Following {
    state.withLock { $0.cross(index, in: epoch) }
  }
}

/// A version of the queue's contents. Whoever holds chunks of an older one discards them.
struct QueueEpoch: Equatable {
  /// Counts jumps, each of which empties the queue.
  var jump = 0
  /// Counts the times that only the frames of later segments were discarded.
  var cut = 0
  /// Counts those of them after which the end of the kept segment is delivered anew.
  var reopened = 0
}

/// Instructions for the player, read once a step.
struct PlayerControl {
  var epoch: QueueEpoch
  /// The index of the last segment that the latest cut kept.
  var lastKeptSegmentIndex: Int
  var target: PlaybackTarget
  /// The song that is to be played and that the decoding thread measures; `nil` if none is.
  var measuredSong: FilePath?
  /// The length of the segment if it is a song with which the session ends; `nil` if it is not, or
  /// its length is not known.
  var lastSongLength: Duration?
  /// The last bell that was to be heard while no session plays, and how many there were.
  var preview: (number: Int, bell: Bell)?
  var isQuitting: Bool

  /// The volume for which an output is opened: not full where songs get gains of their own.
  var openingVolume: Int { target.level == .off ? target.volume : min(target.volume, 99) }
}

/// The next step of a prefetcher.
enum DecoderTask {
  /// Nothing to do: wait for the wake signal. In silence, files are closed.
  case rest(isSilent: Bool)
  /// Begin this job in place of the one before.
  case begin(DecodeJob)
  /// Decode into this storage.
  case fill([UInt8])
  /// Exit: another prefetcher has taken over, or the engine shuts down.
  case exit
}

struct DecodeJob: Sendable {
  /// Numbers the jobs; chunks of an older job are discarded.
  var serial: Int
  /// The segment's index within its generation.
  var segmentIndex: Int
  var segment: Segment
  /// The song's file; of silence, that of the song that follows, whose format it gets. `nil` where
  /// there is no such song.
  var path: FilePath?
  /// Where in the segment decoding begins.
  var start: Duration
  /// How the song is brought to the common loudness.
  var level: Level
  /// How long the song passes into the next one; 0 is not at all.
  var crossfade = Duration.zero
  /// True if the song begins with the end of the one before, which was held back.
  var joins = false
  /// True if the end of the song is held back, until it is known what follows.
  var holdsTail = false
  /// True if the end of the song, which was held back, plays unmixed, because no song follows.
  var finishes = false
}

/// Wakes a thread that waits for work.
///
/// Of the signals sent while nobody waits, one is kept. A thread that wakes checks what there is to
/// do and may find nothing.
struct WakeSignal: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  /// True if a signal is kept.
  private let isPending = Locked(false)

  /// Wakes the waiting thread, or makes its next wait return at once. Never blocks.
  func signal() {
    if !isPending.exchange(true) { semaphore.signal() }
  }

  /// Blocks until the signal comes.
  func wait() {
    semaphore.wait()
    isPending.withLock { $0 = false }
  }
}

/// Wakes a thread that waits for work, or for a time.
///
/// Not a semaphore: its waits end at a time of the system's clock, so that a sit would be silent for an
/// hour when that is set back by one. Source: swift-corelibs-libdispatch, `_dispatch_sema4_timedwait`;
/// POSIX, `sem_timedwait`: "The timeout shall be based on the CLOCK_REALTIME clock."
final class TimedWake: Sendable {
  /// -1 if the program has too many open files.
  private let descriptor = wake_create()
  /// The longest wait without a descriptor, by which it could be woken.
  private static let interval = Duration.milliseconds(10)

  deinit { wake_close(descriptor) }

  /// Wakes the waiting thread, or makes its next wait return at once. Never blocks.
  func signal() { wake_signal(descriptor) }

  /// Blocks until the signal comes, at most for `timeout`; `nil` waits forever. It may end early, when
  /// the program gets a signal.
  ///
  /// - Returns: True if it ended before that time.
  @discardableResult
  func wait(_ timeout: Duration? = nil) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let limit = descriptor < 0 ? min(timeout ?? Self.interval, Self.interval) : timeout
    let milliseconds = limit.map { Int32(clamping: Int(($0 / .milliseconds(1)).rounded(.up))) }
    guard poll(&entry, 1, milliseconds ?? -1) != 0 else { return limit != timeout }
    wake_clear(descriptor)
    return true
  }
}
