import NIOConcurrencyHelpers
import Score
import SystemPackage

/// The one thing that the session, the decoding thread and the playing thread share.
///
/// The lock is held for a few moves of pointers, never while anything decodes, opens or writes.
final class Supply: Sendable {
  /// Owned by its lock, a pthread mutex, which ThreadSanitizer understands.
  private let state: NIOLockedValueBox<SupplyState>
  /// Wakes the decoding thread.
  let decoding = Bell()
  /// Wakes the playing thread.
  let playing = Bell()

  /// An empty supply, whose playing thread is woken for `batch` chunks at least.
  init(batch: Int = 1) { state = NIOLockedValueBox(SupplyState(batch: batch)) }

  // MARK: For the session, on any thread

  /// Adds the files of songs.
  func append(_ paths: [FilePath]) { state.withLockedValue { $0.append(paths) } }

  /// Takes `score` and wakes both threads.
  func follow(_ score: Score) {
    state.withLockedValue { $0.follow(score) }
    decoding.ring()
    playing.ring()
  }

  /// Asks both threads to come to their ends.
  func quit() {
    state.withLockedValue { $0.isQuitting = true }
    decoding.ring()
    playing.ring()
  }

  // MARK: For the decoding thread

  /// What the decoder of the work `serial` is to do next.
  func order(for serial: Int, by feeder: Int) -> SupplyState.Order {
    state.withLockedValue { $0.order(for: serial, by: feeder) }
  }

  /// Hands over what was decoded.
  func deliver(_ chunk: consuming Chunk, serial: Int) {
    if state.withLockedValue({ $0.deliver(chunk, serial: serial) }) { playing.ring() }
  }

  /// Hands unused storage back.
  func giveBack(_ storage: consuming [UInt8]) {
    state.withLockedValue { $0.giveBack(storage) }
  }

  // MARK: For the playing thread

  /// Appoints another feeder if the present one is stuck in work that is not wanted any more.
  func relieve() -> Int? { state.withLockedValue { $0.relieve() } }

  /// What is to be brought about.
  var control: SupplyState.Control { state.withLockedValue { $0.control } }

  /// Moves chunks into `hand` until it holds `frameCount` frames or nothing is left.
  func take(
    into hand: inout [Chunk], atLeast frameCount: Int, returning spent: inout [[UInt8]],
    seen: SupplyState.Edition
  ) {
    let wakes = state.withLockedValue {
      $0.take(into: &hand, atLeast: frameCount, returning: &spent, seen: seen)
    }
    if wakes { decoding.ring() }
  }

  /// Crosses the boundary after the segment of `index`, if it is known what follows.
  func cross(_ index: Int, seen: SupplyState.Edition) -> Plan.Following {
    state.withLockedValue { $0.cross(index, seen: seen) }
  }
}
