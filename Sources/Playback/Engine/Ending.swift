import Dispatch
import NIOConcurrencyHelpers

/// The end of the playing thread, to be waited for.
final class Ending: Sendable {
  private struct State {
    var hasCome = false
    var lastNumber = 0
    var waiting: [Int: CheckedContinuation<Void, Never>] = [:]
  }

  /// Owned by its lock; no continuation is resumed under it.
  private let state = NIOLockedValueBox(State())

  /// Lets everybody go who waits, now and later.
  func come() {
    let waiting = state.withLockedValue { state in
      state.hasCome = true
      defer { state.waiting = [:] }
      return state.waiting
    }
    for continuation in waiting.values { continuation.resume() }
  }

  /// Waits for the end, at most for `limit`; `nil` is for ever.
  func wait(_ limit: Duration?) async {
    await withCheckedContinuation { continuation in
      let number: Int? = state.withLockedValue { state in
        guard !state.hasCome else { return nil }
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
        self.giveUp(number)
      }
    }
  }

  private func giveUp(_ number: Int) {
    state.withLockedValue { $0.waiting.removeValue(forKey: number) }?.resume()
  }
}
