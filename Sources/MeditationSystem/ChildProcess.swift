import CMeditationProcess
import Glibc
import SystemPackage

/// A program started by this one, without a shell.
///
/// It has a process group of its own, so Ctrl-C at the terminal does not reach it. Call
/// ``collect()`` once, on any thread; until then its process id is not reused.
package struct ChildProcess: Sendable {
  package enum Exit: Equatable, Sendable {
    case code(Int32)
    case signal(Int32)
    /// The exit was collected elsewhere, because `SIGCHLD` is ignored.
    case unknown

    /// How a command failed, as a clause; `nil` if it did not.
    package var failure: String? {
      switch self {
      case .code(0), .unknown: nil
      case .code(let code): "failed with exit code \(code)"
      case .signal(let number): "was ended by signal \(number)"
      }
    }
  }

  private let id: pid_t

  /// Starts `program`, which is looked up in `PATH` if it has no slash. It inherits no descriptors
  /// but the standard ones. Blocks until the program is read from the disk.
  ///
  /// - Parameters:
  ///   - arguments: The first is the name of the program. None contains a NUL.
  ///   - variables: Added to this process's environment, or in place of its values.
  ///   - input: Its standard input; with `nil`, it reads nothing.
  ///   - output: Its standard output, as `errors` its standard error; `nil` discards it.
  package init(
    _ program: FilePath, _ arguments: [String], adding variables: [String: String] = [:],
    input: FileDescriptor? = nil, output: FileDescriptor? = nil, errors: FileDescriptor? = nil
  ) throws(Errno) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let streams = [(input, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO)]
    for (stream, number) in streams {
      if let stream {
        posix_spawn_file_actions_adddup2(&actions, stream.rawValue, number)
      } else {
        posix_spawn_file_actions_addopen(&actions, number, "/dev/null", O_RDWR, 0)
      }
    }
    process_close_from(&actions, STDERR_FILENO + 1)

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes,
      Int16(POSIX_SPAWN_SETSIGDEF) | Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETPGROUP))

    let words = arguments.map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    let added = variables.map { strdup("\($0.key)=\($0.value)") }
    defer { added.forEach { free($0) } }
    var id: pid_t = 0
    let result = program.withPlatformString {
      posix_spawnp(
        &id, $0, &actions, &attributes, words, Self.inherited(without: variables) + added + [nil])
    }
    guard result == 0 else { throw Errno(rawValue: result) }
    self.id = id
  }

  /// This process's environment, byte for byte, changed by `variables`.
  private static func inherited(
    without variables: [String: String]
  ) -> [UnsafeMutablePointer<CChar>?] {
    let all = sequence(state: environ) { place -> UnsafeMutablePointer<CChar>? in
      defer { place += 1 }
      return place.pointee
    }
    return all.filter { entry in
      !variables.keys.contains { name in
        strncmp(entry, name, name.utf8.count) == 0
          && entry[name.utf8.count] == CChar(bitPattern: UInt8(ascii: "="))
      }
    }
  }

  /// True if the program has ended, so that ``collect()`` does not block.
  package var hasEnded: Bool { look(WNOHANG) != .running }

  /// Waits until the program has ended. ``kill(by:)`` may be called meanwhile.
  package func wait() { while look(0) == .running {} }

  /// Signals the program's process group, even if the program has ended. Never after ``collect()``.
  package func kill(by signal: Int32 = SIGKILL) {
    if look(WNOHANG) != .collectedElsewhere { _ = Glibc.kill(-id, signal) }
  }

  private enum Look { case running, ended, collectedElsewhere }

  /// Leaves the process id reserved, so that no other process can get a signal meant for this one.
  private func look(_ options: Int32) -> Look {
    var info = siginfo_t()
    let result = waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT | options)
    if result < 0 { return errno == EINTR ? .running : .collectedElsewhere }
    return info._sifields._kill.si_pid == id ? .ended : .running
  }

  /// Waits until the program ends, and releases its id.
  package func collect() -> Exit {
    var status: Int32 = 0
    var result: pid_t
    repeat { result = waitpid(id, &status, 0) } while result < 0 && errno == EINTR
    guard result == id else { return .unknown }
    let signal = status & 0x7F
    return signal == 0 ? .code(status >> 8 & 0xFF) : .signal(signal)
  }
}
