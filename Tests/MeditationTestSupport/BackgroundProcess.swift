import Foundation
import MeditationSystem

/// A process that goes on until it is ended, and that nobody reads.
///
/// Not Foundation's `Process`: its wait for one child is disturbed by others that close inherited
/// descriptors, or leave them to children of their own.
package final class BackgroundProcess: Sendable {
  private let id: pid_t
  private let hasEnded = Locked(false)

  /// Starts a shell command in this process's environment.
  package init(_ command: String) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Otherwise a reader of another child's output would wait for this one, too.
    for descriptor in 3..<Int32(1_024) {
      posix_spawn_file_actions_addclose(&actions, descriptor)
    }
    let words = ["/bin/sh", "-c", "exec \(command) >/dev/null 2>&1 </dev/null"]
    var arguments = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var id: pid_t = 0
    guard posix_spawn(&id, "/bin/sh", &actions, nil, &arguments, environ) == 0 else {
      throw CannotStart(command: command)
    }
    self.id = id
  }

  deinit { end() }

  /// Sends the process a signal.
  package func signal(_ number: Int32) { kill(id, number) }

  /// Waits until the process ends by itself. To be called once, and not after `end`.
  ///
  /// - Returns: Its exit code; a negative number where a signal ended it.
  package func finish() -> Int32 {
    var status: Int32 = 0
    waitpid(id, &status, 0)
    hasEnded.withLock { $0 = true }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -(status & 0x7F)
  }

  /// Kills the process, as a crash would, and collects it.
  ///
  /// The testing library looks for its own children among all: one that is dead and not collected
  /// makes it look without rest, and may hide the others.
  package func end() {
    let isFirst = hasEnded.withLock { hasEnded in
      defer { hasEnded = true }
      return !hasEnded
    }
    guard isFirst else { return }
    kill(id, SIGKILL)
    waitpid(id, nil, 0)
  }

  struct CannotStart: Error { var command: String }
}
