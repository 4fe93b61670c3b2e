import Dispatch
import Foundation
import TerminalView

/// Turns signals into events. One that asks the program to end, and comes again before it was
/// answered, ends it at once.
final class SignalWatch {
  private static let ending = [SIGINT, SIGTERM, SIGHUP]
  private static let others = [SIGTSTP, SIGCONT, SIGWINCH]

  private let sources: [any DispatchSourceSignal]
  private let unanswered = Once()

  /// Calls `onSignal`, on a queue of its own, with each signal from now on.
  init(onSignal: @escaping @Sendable (Int32) -> Void) {
    let queue = DispatchQueue(label: "signals")
    let watching = DispatchGroup()
    let unanswered = unanswered
    // Reading in the background is to fail, and not to stop the program.
    signal(SIGTTIN, SIG_IGN)
    sources = (Self.ending + Self.others).map { number in
      if Self.ending.contains(number) || number == SIGTSTP { signal(number, SIG_IGN) }
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        if Self.ending.contains(number), !unanswered.isFirst() {
          LiveTerminal.giveBackAtOnce()
          _exit(128 + number)
        }
        onSignal(number)
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

  /// Says that the last signal was answered by something else than the end.
  func answered() { unanswered.reset() }
}
