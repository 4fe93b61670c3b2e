import CMeditationTerminal
import Dispatch
import Glibc
import MeditationSystem

/// Turns signals into events. A second SIGINT, SIGTERM or SIGHUP ends the program a second later,
/// if the first is still not handled.
final class SignalWatch {
  private static let ending = [SIGINT, SIGTERM, SIGHUP]
  /// In seconds; ending takes a tenth of it.
  private static let timeout = 1.0
  private static let all = SystemThread.signalsOfMain

  /// `nil` if the system is out of descriptors.
  private let source: (any DispatchSourceRead)?
  private let queue = DispatchQueue(label: "signals")
  /// Reports the signals that have come. Call it on `queue`.
  private let tell: @Sendable () -> Void
  private let unanswered = Once()
  private let latest = Locked(Latest())

  private struct Latest {
    var ending: Int32?
    /// True if no SIGCONT has come after the last SIGTSTP.
    var isStopWanted = false
  }

  /// Calls `onSignal` with each signal, on a private queue, in order of arrival. No signal then
  /// ends or stops the program by itself.
  ///
  /// Dispatch has a source for each number, and may report a stop after the SIGCONT that revokes
  /// it.
  init(onSignal: @escaping @Sendable (Int32) -> Void) {
    let (queue, unanswered, latest) = (queue, unanswered, latest)
    // A read in the background then fails with EIO instead of stopping the program.
    signal(SIGTTIN, SIG_IGN)
    let pipe = watch_signals(Self.all, Int32(Self.all.count))
    source = pipe < 0 ? nil : DispatchSource.makeReadSource(fileDescriptor: pipe, queue: queue)
    tell = {
      for number in Self.read(pipe) {
        latest.withLock { latest in
          if Self.ending.contains(number) { latest.ending = number }
          if number == SIGTSTP || number == SIGCONT { latest.isStopWanted = number == SIGTSTP }
        }
        guard Self.ending.contains(number), !unanswered.isFirst() else {
          onSignal(number)
          continue
        }
        // Not at once: the first may be about to end the program properly.
        queue.asyncAfter(deadline: .now() + Self.timeout) {
          guard unanswered.hasCome else { return }
          end_typing()
          _exit(128 + number)
        }
      }
    }
    source?.setEventHandler(handler: tell)
    source?.resume()
  }

  deinit { source?.cancel() }

  /// Keeps signals from now on for the next watch, so that a file that was begun is completed.
  static func hold() { hold_signals(all, Int32(all.count)) }

  /// The signals that have come, without repetitions in a row.
  private static func read(_ pipe: Int32) -> [Int32] {
    var bytes = [UInt8](repeating: 0, count: 256)
    let count = Glibc.read(pipe, &bytes, bytes.count)
    return bytes.prefix(max(count, 0)).reduce(into: []) { numbers, byte in
      if numbers.last != Int32(byte) { numbers.append(Int32(byte)) }
    }
  }

  /// Notes that the last signal was handled and did not end the program.
  func answered() { unanswered.reset() }

  /// True until SIGCONT comes, which revokes a stop that has not happened yet.
  var isStopWanted: Bool { latest.withLock(\.isStopWanted) }

  /// Notes that the program is about to end by itself. A signal now ends it within a second.
  func programEnds() {
    _ = unanswered.isFirst()
    latest.withLock { $0.ending = nil }
  }

  /// The exit status of a program that ends with `status`, unless a signal has come since
  /// `programEnds()`. Later signals are for the next watch.
  func status(endingWith status: ExitStatus) -> ExitStatus {
    Self.hold()
    // An earlier signal that is still in the pipe would be lost.
    queue.sync(execute: tell)
    guard !status.isSignal, let number = latest.withLock(\.ending) else { return status }
    return .signal(number)
  }

  /// A watch without a session: calls `onEnd` with each signal that should end the program.
  static func withoutSession(_ onEnd: @escaping @Sendable (Int32) -> Void) -> SignalWatch {
    SignalWatch { number in
      switch number {
      case SIGTSTP: kill(getpid(), SIGSTOP)
      case SIGCONT, SIGWINCH: break
      default: onEnd(number)
      }
    }
  }

  /// A watch while the program starts: a signal ends it after `cleanUp`, or a second later.
  static func ending(_ cleanUp: @escaping @MainActor @Sendable () async -> Void) -> SignalWatch {
    withoutSession { number in
      Task { @MainActor in
        await cleanUp()
        _exit(128 + number)
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + timeout) { _exit(128 + number) }
    }
  }

  /// From now on a signal ends the program at once: a stopped reader would hold up the output.
  static func endAtOnce() {
    let watch = withoutSession { number in
      end_typing()
      _exit(128 + number)
    }
    // Kept until the program ends.
    _ = Unmanaged.passRetained(watch)
  }
}

/// Recognizes the first of several calls. Safe on any thread.
struct Once: Sendable {
  private let state = Locked(false)

  /// True if `isFirst()` was called since creation or `reset()`.
  var hasCome: Bool { state.withLock { $0 } }

  /// True if this is the first call since creation or `reset()`.
  func isFirst() -> Bool { !state.exchange(true) }

  /// Makes the next call the first again.
  func reset() { state.withLock { $0 = false } }
}
