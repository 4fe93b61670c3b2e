import NIOConcurrencyHelpers

/// Recognizes the first of several calls. Safe on any thread.
struct Once: Sendable {
  private let state = NIOLockedValueBox(false)

  /// Whether `isFirst()` was called since creation or `reset()`.
  var hasCome: Bool { state.withLockedValue { $0 } }

  /// Whether this is the first call since creation or `reset()`.
  func isFirst() -> Bool {
    state.withLockedValue { hasCome in
      defer { hasCome = true }
      return !hasCome
    }
  }

  /// Makes the next call the first again.
  func reset() { state.withLockedValue { $0 = false } }
}
