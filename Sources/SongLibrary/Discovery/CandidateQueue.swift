import Dispatch
import NIOConcurrencyHelpers

/// Passes candidates from the thread that finds them to the thread that reads them.
///
/// The queue is unbounded, so that the number of candidates is known early.
final class CandidateQueue: Sendable {
  private struct State {
    var candidates: [Candidate] = []
    var takenCount = 0
    var isOver = false
    /// The total number of candidates at which the waiting reader continues.
    var awaitedCount = Int.max

    var isReady: Bool { isOver || candidates.count >= awaitedCount }
  }

  private let state = NIOLockedValueBox(State())
  /// Signalled when the reader can continue. A signal may be stale, so the reader checks again.
  private let bell = DispatchSemaphore(value: 0)

  /// The number of candidates found so far.
  var foundCount: Int { state.withLockedValue { $0.candidates.count } }

  /// Appends `candidates`. Never blocks for long.
  func add(_ candidates: [Candidate]) {
    change { $0.candidates += candidates }
  }

  /// Marks the queue as complete.
  func finish() {
    change { $0.isOver = true }
  }

  /// Blocks until `count` candidates are available or the queue is complete.
  ///
  /// - Returns: The next candidates, at most `count`; fewer only at the end.
  func take(_ count: Int) -> ArraySlice<Candidate> {
    while true {
      let taken: ArraySlice<Candidate>? = state.withLockedValue { state in
        state.awaitedCount = state.takenCount + count
        guard state.isReady else { return nil }
        let end = min(state.awaitedCount, state.candidates.count)
        let taken = state.candidates[state.takenCount..<end]
        state.takenCount = end
        state.awaitedCount = .max
        return ArraySlice(Array(taken))
      }
      if let taken { return taken }
      bell.wait()
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let isReady = state.withLockedValue { state in
      body(&state)
      return state.awaitedCount != .max && state.isReady
    }
    if isReady { bell.signal() }
  }
}
