import Dispatch
import NIOConcurrencyHelpers
import Playback

/// A value that a thread of its own computes, so that who needs it can wait with a limit.
final class Loading<Value: Sendable>: Sendable {
  private let result = NIOLockedValueBox<Value?>(nil)
  private let completion = DispatchGroup()

  /// Starts to compute the value, which may block.
  init(_ compute: @escaping @Sendable () -> Value) {
    completion.enter()
    SystemThread.start("loading") { [result, completion] in
      let value = compute()
      result.withLockedValue { $0 = value }
      completion.leave()
    }
  }

  /// The value, if it is there in time.
  func value(_ patience: inout Patience) -> Value? {
    while true {
      let isOver = patience.isOver
      if let value = result.withLockedValue({ $0 }) { return value }
      if isOver { return nil }
      patience.wait { completion.wait(timeout: $0) }
    }
  }

  /// The value. Blocks until it is there.
  var value: Value {
    while true {
      completion.wait()
      if let value = result.withLockedValue({ $0 }) { return value }
    }
  }
}
