import Dispatch
import Foundation
import NIOConcurrencyHelpers

/// Turns the signals that ask a program to end into events. A second one ends it at once.
final class SignalWatch {
  private static let watched = [SIGINT, SIGTERM, SIGHUP]
  private let sources: [any DispatchSourceSignal]

  /// Calls `onSignal`, on a queue of its own, with the first signal that comes from now on.
  init(onSignal: @escaping @Sendable (Int32) -> Void) {
    let queue = DispatchQueue(label: "signals")
    let watching = DispatchGroup()
    let isEnding = NIOLockedValueBox(false)
    sources = Self.watched.map { number in
      signal(number, SIG_IGN)
      let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
      source.setEventHandler {
        let isSecond = isEnding.withLockedValue { isEnding in
          defer { isEnding = true }
          return isEnding
        }
        if isSecond { _exit(128 + number) }
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
}
