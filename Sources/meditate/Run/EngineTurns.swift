import Dispatch
import MeditationSystem

/// Lets an engine that writes a file go on only when the session has taken its last event.
///
/// Nothing paces a file: otherwise what the session answers, such as the song that follows, would come
/// into effect at a frame that depends on which thread is faster.
final class EngineTurns: Sendable {
  private let turn = DispatchSemaphore(value: 0)
  private let isOver = Locked(false)

  /// Blocks the engine's thread, which has just reported an event, until `pass`, or for no time once
  /// it is over.
  func wait() {
    if !isOver.withLock(\.self) { turn.wait() }
  }

  /// The session has taken the event.
  func pass() { turn.signal() }

  /// The session takes no events any more.
  func end() {
    isOver.withLock { $0 = true }
    turn.signal()
  }
}
