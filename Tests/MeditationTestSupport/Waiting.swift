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
    fileprivate static let programs = Places(4)

    /// How many may run at once; `nil` for any number.
    fileprivate let places: Places?

    package let isRecursive = true

    package func provideScope(
      for test: Test, testCase: Test.Case?,
      performing function: @Sendable () async throws -> Void
    ) async throws {
      try await withTaskExecutorPreference(OwnThreads.shared) {
        await places?.take()
        defer { places?.giveBack() }
        try await function()
      }
    }
  }

  extension Trait where Self == Waiting {
    /// Runs tests that start the program beside those that compute, a few at a time.
    package static var waiting: Self { Waiting(places: Waiting.programs) }

    /// Runs tests that block for a moment, or until the main actor is free, beside those that compute.
    package static var blocking: Self { Waiting(places: nil) }
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
