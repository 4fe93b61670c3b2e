import CProcess
import Glibc
import Platform
import Playback
import SystemPackage

/// A program that reads a file and writes to a pipe, which this reads.
///
/// Started without a shell, in a process group of its own: Ctrl-C at the terminal does not reach
/// it. If this process is killed, the pipe breaks, and the program ends with its next write.
///
/// Used on one thread, which may block. The program is killed and waited for on release.
final class ChildProcess {
  /// The program wrote nothing for too long.
  struct Stalled: Error {}

  enum Exit: Equatable {
    case code(Int32)
    case signal(Int32)
    /// The exit was collected elsewhere: `SIGCHLD` is ignored.
    case unknown
  }

  /// How long a killed program is waited for here. One that hangs in the kernel, on a disk that
  /// does not respond, is left to a thread.
  private static let timeout = Duration.seconds(1)

  private let id: pid_t
  /// The end of the pipe that is read.
  private let output: FileDescriptor
  private var exit: Exit?

  /// Starts `program`. Its standard input is `input`, its standard error is discarded, and no other
  /// descriptor is open in it.
  ///
  /// - Parameter arguments: The first is the name of the program.
  init(_ program: FilePath, _ arguments: [String], input: FileDescriptor) throws(Errno) {
    var ends: [Int32] = [-1, -1]
    let failure = process_pipe(&ends)
    guard failure == 0 else { throw Errno(rawValue: failure) }
    let (read, write) = (FileDescriptor(rawValue: ends[0]), FileDescriptor(rawValue: ends[1]))
    let (result, id) = Self.spawn(program, arguments, input: input, output: write)
    try? write.close()
    guard result == 0 else {
      try? read.close()
      throw Errno(rawValue: result)
    }
    self.id = id
    output = read
  }

  deinit {
    end()
    try? output.close()
  }

  /// Reads what the program writes, as much as is there, and waits for at least a byte.
  ///
  /// - Returns: The number of bytes; 0 once the program has closed its output.
  func read(
    into buffer: UnsafeMutableRawBufferPointer, within limit: Duration
  ) throws(Stalled) -> Int {
    let deadline = ContinuousClock.now + limit
    while true {
      var polled = pollfd(fd: output.rawValue, events: Int16(POLLIN), revents: 0)
      let rest = max(deadline - .now, .zero) / .milliseconds(1)
      let result = poll(&polled, 1, Int32(min(rest.rounded(.up), 1e9)))
      if result > 0 { return (try? output.read(into: buffer)) ?? 0 }
      if result == 0 || ContinuousClock.now >= deadline { throw Stalled() }
    }
  }

  /// Waits until the program ends, then kills what it started itself.
  ///
  /// - Returns: `nil` if it does not end within `limit`.
  func wait(within limit: Duration) -> Exit? {
    let deadline = ContinuousClock.now + limit
    var pause: UInt32 = 200
    while exit == nil {
      var info = siginfo_t()
      // Its id stays reserved until it is collected, so that no other process can get the signal.
      let result = waitid(P_PID, id_t(id), &info, WEXITED | WNOHANG | WNOWAIT)
      if result < 0 {
        exit = .unknown
      } else if info._sifields._kill.si_pid == id {
        kill(-id, SIGKILL)
        exit = Self.collect(id)
      } else if ContinuousClock.now >= deadline {
        return nil
      } else {
        usleep(pause)
        pause = min(pause * 2, 10_000)
      }
    }
    return exit
  }

  /// Kills the program and what it started, and waits for it.
  func end() {
    guard wait(within: .zero) == nil else { return }
    kill(-id, SIGKILL)
    if wait(within: Self.timeout) == nil {
      SystemThread.start("ffmpeg") { [id] in _ = Self.collect(id) }
    }
  }

  private static func collect(_ id: pid_t) -> Exit {
    var status: Int32 = 0
    guard waitpid(id, &status, 0) == id else { return .unknown }
    let signal = status & 0x7F
    return signal == 0 ? .code(status >> 8 & 0xFF) : .signal(signal)
  }

  private static func spawn(
    _ program: FilePath, _ arguments: [String], input: FileDescriptor, output: FileDescriptor
  ) -> (result: Int32, id: pid_t) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, input.rawValue, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, output.rawValue, STDOUT_FILENO)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
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
    var id: pid_t = 0
    let result = program.withPlatformString {
      posix_spawn(&id, $0, &actions, &attributes, words, environ)
    }
    return (result, id)
  }
}
