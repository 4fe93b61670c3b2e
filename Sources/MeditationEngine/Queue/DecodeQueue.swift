import CMeditationSocket
import Dispatch
import Glibc
import MeditationPlan
import MeditationSystem
import SystemPackage

/// The only state shared by the session, the decoding thread and the playing thread.
///
/// The lock is held while a few pointers are moved, never while anything decodes, opens or writes.
/// See `DecodeQueueState` for what is not described here.
final class DecodeQueue: Sendable {
  private let state: Locked<DecodeQueueState>
  let decoderWake = WakeSignal()
  let playerWake = TimedWake()
  /// The position of the playing thread; `nil` before it has played anything.
  let latest = Locked<EngineEvent?>(nil)
  /// How long the device takes at most to play what it was given; zero if nobody hears it.
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

  /// Asks for one stroke of `bell`, to be heard if nothing plays.
  func preview(_ bell: Bell) {
    state.withLock { $0.preview(bell) }
    playerWake.signal()
  }

  /// Asks both threads to exit; `exiting` is true if the whole program is about to.
  func quit(exiting: Bool = false) {
    state.withLock { $0.quit(exiting: exiting) }
    decoderWake.signal()
    playerWake.signal()
  }

  var isExiting: Bool { state.withLock(\.isExiting) }

  // MARK: For the decoding thread

  func nextTask(for serial: Int, by prefetcher: Int) -> DecoderTask {
    state.withLock { $0.nextTask(for: serial, by: prefetcher) }
  }

  func deliver(_ chunk: consuming Chunk, serial: Int) {
    if state.withLock({ $0.deliver(chunk, serial: serial) }) { playerWake.signal() }
  }

  func hold(_ serial: Int) { state.withLock { $0.hold(serial) } }

  func level(for serial: Int) -> Level? { state.withLock { $0.level(for: serial) } }

  func measure(_ serial: Int) { state.withLock { $0.measure(serial) } }

  func endMeasuring(_ serial: Int) { state.withLock { $0.endMeasuring(serial) } }

  func recycle(_ storage: consuming [UInt8]) { state.withLock { $0.recycle(storage) } }

  // MARK: For the playing thread

  func replaceStalledDecoder() -> Int? { state.withLock { $0.replaceStalledDecoder() } }

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

/// A version of the queue's contents. Chunks of older versions must be discarded.
struct QueueEpoch: Equatable {
  /// Counts jumps, each of which empties the queue.
  var jump = 0
  /// Counts the cuts, which discard only the frames of later segments.
  var cut = 0
  /// Counts the cuts after which the end of the kept segment is delivered again.
  var reopened = 0
}

/// Instructions for the player, read once a step.
struct PlayerControl {
  var epoch: QueueEpoch
  /// The index of the last segment that the latest cut kept.
  var lastKeptSegmentIndex: Int
  var target: PlaybackTarget
  /// The song to be played that the decoding thread is measuring; `nil` if there is none.
  var measuredSong: FilePath?
  /// The length of the segment if it is the session's last song, and if that is known.
  var lastSongLength: Duration?
  /// The last bell that was requested while no session plays, and the number of such requests.
  var preview: (number: Int, bell: Bell)?
  var isQuitting: Bool

  /// The volume for which an output is opened: below full if songs get gains of their own.
  var openingVolume: Int { target.level == .off ? target.volume : min(target.volume, 99) }
}

/// The next step of a prefetcher.
enum DecoderTask {
  /// Nothing to do: wait for the wake signal. During silence, files are closed.
  case rest(isSilent: Bool)
  /// Begin this job instead of the one before.
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
  /// The song's file; for silence, that of the next song, for its format. `nil` if there is none.
  var path: FilePath?
  /// Where in the segment decoding begins.
  var start: Duration
  /// How the song is brought to the common loudness.
  var level: Level
  /// The length of the crossfade into the next song; 0 for none.
  var crossfade = Duration.zero
  /// True if it begins with the end of the song before, which was held back.
  var joins = false
  /// True if its end is held back until the next song is known.
  var holdsTail = false
  /// True if its end, which was held back, plays unmixed because no song follows.
  var finishes = false
}

/// Wakes a thread that waits for work.
///
/// One signal is kept while nobody waits. A woken thread checks for work, and may find none.
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
/// Not a semaphore: its waits end at a time of the system's clock, so a sit would be silent for an
/// hour when that is set back by one. Source: swift-corelibs-libdispatch,
/// `_dispatch_sema4_timedwait`; POSIX, `sem_timedwait`: "The timeout shall be based on the
/// CLOCK_REALTIME clock."
final class TimedWake: Sendable {
  /// -1 if the program has too many open files.
  private let descriptor = wake_create()
  /// The longest wait without a descriptor, when no signal can wake it.
  private static let interval = Duration.milliseconds(10)

  deinit { wake_close(descriptor) }

  /// Wakes the waiting thread, or makes its next wait return at once. Never blocks.
  func signal() { wake_signal(descriptor) }

  /// Blocks until the signal comes, at most for `timeout`; `nil` waits for ever. It may end early,
  /// when the program gets a signal. Returns true if it ended before the timeout.
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
