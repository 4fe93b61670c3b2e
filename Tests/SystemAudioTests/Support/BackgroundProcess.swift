import Foundation
import NIOConcurrencyHelpers

/// A process that goes on until it is ended, and that nobody reads.
///
/// Not by Foundation, whose waiting for one child is disturbed by others that close what they
/// inherited, or leave it to children of their own.
final class BackgroundProcess: Sendable {
  private let id: pid_t
  private let hasEnded = NIOLockedValueBox(false)

  /// Starts a shell command in this process's environment.
  init(_ command: String) throws {
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
      throw Workshop.Failure(command: command)
    }
    self.id = id
  }

  deinit { end() }

  /// Kills the process, as a crash would, and buries it.
  ///
  /// The testing library looks for the end of its own children among all: while a dead one lies in
  /// the way, it looks without rest, and may never see the others.
  func end() {
    let isFirst = hasEnded.withLockedValue { hasEnded in
      defer { hasEnded = true }
      return !hasEnded
    }
    guard isFirst else { return }
    kill(id, SIGKILL)
    waitpid(id, nil, 0)
  }
}
