import Dispatch
import MeditationSystem

/// Lets an engine that writes a file go on only when the session has handled its last event.
///
/// A file is not paced: otherwise the session's answer, such as the next song, would take effect at
/// a frame that depends on which thread is faster.
final class EngineTurns: Sendable {
  private let turn = DispatchSemaphore(value: 0)
  private let isOver = Locked(false)

  /// Blocks the engine's thread after an event, until `pass` or `end`.
  func wait() { if !isOver.withLock(\.self) { turn.wait() } }

  /// Call it when the session has handled the event.
  func pass() { turn.signal() }

  /// Call it when the session handles no more events.
  func end() {
    isOver.withLock { $0 = true }
    turn.signal()
  }
}
