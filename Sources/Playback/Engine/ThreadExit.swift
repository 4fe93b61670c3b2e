import Dispatch
import NIOConcurrencyHelpers

/// Lets tasks wait for the exit of a thread.
final class ThreadExit: Sendable {
  private struct State {
    var hasExited = false
    var lastNumber = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  /// Owned by its lock; no continuation is resumed under it.
  private let state = NIOLockedValueBox(State())

  /// Resumes all who wait, now and later. Called by the thread as it exits.
  func signal() {
    let waiting = state.withLockedValue { state in
      state.hasExited = true
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume() }
  }

  /// Waits for the exit, at most for `limit`; `nil` waits forever.
  func wait(_ limit: Duration?) async {
    await withCheckedContinuation { continuation in
      let number: Int? = state.withLockedValue { state in
        guard !state.hasExited else { return nil }
        state.lastNumber += 1
        state.waiting[state.lastNumber] = continuation
        return state.lastNumber
      }
      guard let number else {
        continuation.resume()
        return
      }
      guard let limit else { return }
      let nanoseconds = Int(clamping: limit.attoseconds / 1_000_000_000)
      DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) {
        self.timeOut(number)
      }
    }
  }

  private func timeOut(_ number: Int) {
    state.withLockedValue { $0.waiting.removeValue(forKey: number) }?.resume()
  }
}
