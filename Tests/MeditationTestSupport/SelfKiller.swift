import Foundation
import Glibc

/// Kills its process, as a user or a power cut would, in the middle of what follows a step.
///
/// A test in a process of its own takes one with it, and notes each step. So the process is killed where
/// the test wants it on a machine of any speed, and at each place of the next step sooner or later.
package final class SelfKiller: Sendable {
  private let steps = DispatchSemaphore(value: 0)

  /// - Parameter count: After how many steps; 0 kills at any moment from now.
  package init(after count: Int) {
    Thread { [steps] in
      for _ in 0..<count { steps.wait() }
      // A turn takes from a microsecond to as long as others need the processor.
      for _ in 0..<Int.random(in: 0..<5_000) { sched_yield() }
      kill(getpid(), SIGKILL)
    }.start()
  }

  /// Notes that a step is done.
  package func note() { steps.signal() }
}
