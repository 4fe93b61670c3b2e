import Foundation

/// Runs each piece of a task on a thread of its own, so that it may block.
///
/// Tests share as many threads as there are cores. Two that block on two cores, each until another
/// task goes on, would wait for ever.
package final class OwnThreads: TaskExecutor {
  package static let shared = OwnThreads()

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    Thread { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }.start()
  }

  /// Does `work`, which may block.
  package static func run<Result: Sendable>(
    _ work: @escaping @Sendable () async throws -> Result
  ) async throws -> Result {
    try await Task.detached(executorPreference: shared, operation: work).value
  }
}
