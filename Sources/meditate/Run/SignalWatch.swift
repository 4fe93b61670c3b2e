import Dispatch
import Glibc
import Platform
import TerminalView

/// Turns signals into events. A second SIGINT, SIGTERM or SIGHUP ends the program a second later if
/// the first is not handled by then.
final class SignalWatch {
  private static let ending = [SIGINT, SIGTERM, SIGHUP]
  /// In seconds; ending takes a tenth of that.
  private static let timeout = 1.0
  private static let others = [SIGTSTP, SIGCONT, SIGWINCH]

  private let sources: [any DispatchSourceSignal]
  private let unanswered = Once()

  /// Calls `onSignal` with each signal, on a private queue.
  init(onSignal: @escaping @Sendable (Int32) -> Void) {
    let queue = DispatchQueue(label: "signals")
    let watching = DispatchGroup()
    let unanswered = unanswered
    // In the background a read then fails with EIO, instead of stopping the program.
    signal(SIGTTIN, SIG_IGN)
    sources = (Self.ending + Self.others).map { number in
      if Self.ending.contains(number) || number == SIGTSTP { signal(number, SIG_IGN) }
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        guard Self.ending.contains(number), !unanswered.isFirst() else { return onSignal(number) }
        // Not at once: the first one may be about to end the program in good order.
        queue.asyncAfter(deadline: .now() + Self.timeout) {
          guard unanswered.hasCome else { return }
          LiveTerminal.giveBackAtOnce()
          _exit(128 + number)
        }
      }
      watching.enter()
      source.setRegistrationHandler { watching.leave() }
      source.resume()
      return source
    }
    // A signal that comes between being ignored and being watched would be lost.
    watching.wait()
  }

  deinit { sources.forEach { $0.cancel() } }

  /// Says that the last signal was handled and did not end the program.
  func answered() { unanswered.reset() }
}

/// Recognizes the first of several calls. Safe on any thread.
struct Once: Sendable {
  private let state = Locked(false)

  /// Whether `isFirst()` was called since creation or `reset()`.
  var hasCome: Bool { state.withLock { $0 } }

  /// Whether this is the first call since creation or `reset()`.
  func isFirst() -> Bool {
    state.withLock { hasCome in
      defer { hasCome = true }
      return !hasCome
    }
  }

  /// Makes the next call the first again.
  func reset() { state.withLock { $0 = false } }
}
