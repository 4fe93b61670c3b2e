import Dispatch
import NIOConcurrencyHelpers

/// Hands candidates from the thread that finds them to the one that reads them.
///
/// It does not bound how far the finding runs ahead: how many there are is shown early.
final class CandidateQueue: Sendable {
  private struct State {
    var candidates: [Candidate] = []
    var takenCount = 0
    var isOver = false
    /// How many candidates in all let the waiting reader go on.
    var awaitedCount = Int.max

    var isReady: Bool { isOver || candidates.count >= awaitedCount }
  }

  private let state = NIOLockedValueBox(State())
  /// Rung when the reader can go on; it looks again, for a ring may be an old one.
  private let bell = DispatchSemaphore(value: 0)

  /// Candidates found so far.
  var foundCount: Int { state.withLockedValue { $0.candidates.count } }

  /// Appends `candidates`. Never blocks for long.
  func add(_ candidates: [Candidate]) {
    change { $0.candidates += candidates }
  }

  /// Tells that nothing follows.
  func finish() {
    change { $0.isOver = true }
  }

  /// Blocks until there are `count` candidates, or no more will come.
  ///
  /// - Returns: The next ones, at most `count`; fewer only at the end.
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
