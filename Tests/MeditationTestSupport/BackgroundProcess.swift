import Foundation
import MeditationSystem

/// A process that goes on until it is ended, and that nobody reads.
///
/// Not by Foundation, whose waiting for one child is disturbed by others that close what they
/// inherited, or leave it to children of their own.
package final class BackgroundProcess: Sendable {
  private let id: pid_t
  private let hasEnded = Locked(false)

  /// Starts a shell command in this process's environment.
  package init(_ command: String) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // Who reads from another child to its end would wait for this one, too.
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

  /// Kills the process, as a crash would, and buries it.
  ///
  /// The testing library looks for the end of its own children among all: while a dead one lies in
  /// the way, it looks without rest, and may never see the others.
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
