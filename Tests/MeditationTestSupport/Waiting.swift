// A release that is linked statically builds this target, too, and has no Testing.
#if canImport(Testing)
  import MeditationSystem
  import Testing

  /// Gives each test of a suite a thread of its own, because it waits for other processes.
  ///
  /// All other tests share as many threads as there are cores; a test that waits on one of them keeps
  /// it from those that compute.
  package struct Waiting: SuiteTrait, TestTrait, TestScoping {
    /// They wait for half of their time, and there may be two cores.
    private static let places = Places(4)

    package let isRecursive = true

    package func provideScope(
      for test: Test, testCase: Test.Case?,
      performing function: @Sendable () async throws -> Void
    ) async throws {
      try await withTaskExecutorPreference(OwnThreads.shared) {
        await Self.places.take()
        defer { Self.places.giveBack() }
        try await function()
      }
    }
  }

  extension Trait where Self == Waiting {
    /// Runs tests that wait for other processes beside those that compute.
    package static var waiting: Self { Waiting() }
  }

  /// As many may go on as there are places; the others wait in turn, on no thread.
  private final class Places: Sendable {
    private struct State {
      var freeCount: Int
      var waiting: [CheckedContinuation<Void, Never>] = []
    }

    private let state: Locked<State>

    init(_ count: Int) { state = Locked(State(freeCount: count)) }

    func take() async {
      await withCheckedContinuation { continuation in
        let isFree = state.withLock { state in
          guard state.freeCount > 0 else {
            state.waiting.append(continuation)
            return false
          }
          state.freeCount -= 1
          return true
        }
        if isFree { continuation.resume() }
      }
    }

    func giveBack() {
      let next: CheckedContinuation<Void, Never>? = state.withLock { state in
        guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
        state.freeCount += 1
        return nil
      }
      next?.resume()
    }
  }
#endif
