/// The streams of a value that a session publishes. They end when it is released.
@MainActor final class ValueStreams<Value: Sendable> {
  private let policy: AsyncStream<Value>.Continuation.BufferingPolicy
  private var continuations: [Int: AsyncStream<Value>.Continuation] = [:]
  private var count = 0

  /// `policy` decides which values wait for a consumer that is slower than the session.
  init(_ policy: AsyncStream<Value>.Continuation.BufferingPolicy) { self.policy = policy }

  deinit {
    for continuation in continuations.values { continuation.finish() }
  }

  var isEmpty: Bool { continuations.isEmpty }

  /// A new stream, which begins with `first` unless that is `nil`.
  func stream(from first: Value? = nil) -> AsyncStream<Value> {
    let (stream, continuation) = AsyncStream.makeStream(of: Value.self, bufferingPolicy: policy)
    count += 1
    let id = count
    continuations[id] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in self?.continuations[id] = nil }
    }
    if let first { continuation.yield(first) }
    return stream
  }

  func emit(_ value: Value) {
    for continuation in continuations.values { continuation.yield(value) }
  }
}
