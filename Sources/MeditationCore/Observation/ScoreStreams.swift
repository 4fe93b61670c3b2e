import Score

/// The streams of a session's scores.
///
/// A consumer that is slower than the session receives the latest score only: each describes all
/// that is to be played.
@MainActor final class ScoreStreams {
  private var continuations: [Int: AsyncStream<Score>.Continuation] = [:]
  private var count = 0

  deinit {
    for continuation in continuations.values { continuation.finish() }
  }

  /// A new stream, which begins with `score`.
  func stream(from score: Score) -> AsyncStream<Score> {
    let (stream, continuation) = AsyncStream.makeStream(
      of: Score.self, bufferingPolicy: .bufferingNewest(1))
    count += 1
    let id = count
    continuations[id] = continuation
    continuation.onTermination = { [weak self] _ in
      Task { @MainActor in self?.continuations[id] = nil }
    }
    continuation.yield(score)
    return stream
  }

  /// Passes on the score of `new`, if it is not that of `old`.
  func emit(_ old: SessionState, _ new: SessionState) {
    guard !continuations.isEmpty else { return }
    let score = new.score
    guard score != old.score else { return }
    for continuation in continuations.values { continuation.yield(score) }
  }
}
