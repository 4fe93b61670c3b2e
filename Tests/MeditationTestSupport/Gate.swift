import Dispatch
import MeditationSystem

/// Blocks threads while it is closed. It begins open.
package final class Gate: Sendable {
  private let isClosed = Locked(false)
  /// Entered once while the gate is closed.
  private let closing = DispatchGroup()

  package init() {}

  /// Dispatch traps where a group that was entered is released.
  deinit { open() }

  package func close() {
    isClosed.withLock { isClosed in
      if !isClosed { closing.enter() }
      isClosed = true
    }
  }

  package func open() {
    isClosed.withLock { isClosed in
      if isClosed { closing.leave() }
      isClosed = false
    }
  }

  /// Blocks while the gate is closed.
  package func pass() { closing.wait() }
}
