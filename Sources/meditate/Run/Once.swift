import NIOConcurrencyHelpers

/// Recognizes the first of several calls. Safe on any thread.
struct Once: Sendable {
  private let hasCome = NIOLockedValueBox(false)

  /// Whether this is the first call since creation or `reset()`.
  func isFirst() -> Bool {
    hasCome.withLockedValue { hasCome in
      defer { hasCome = true }
      return !hasCome
    }
  }

  /// Makes the next call the first again.
  func reset() { hasCome.withLockedValue { $0 = false } }
}
