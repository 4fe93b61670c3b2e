import CMeditationProcess
import Glibc
import SystemPackage

/// A thread of the system that may block, unlike those shared by Swift's and Dispatch's tasks.
///
/// Foundation has such threads, too, but links the tables of ICU, 30 MB.
package enum SystemThread {
  /// The body of a thread, passed through a pointer.
  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread that runs `body` and ends with it. Blocks while the system is out of threads.
  /// `name`, 15 bytes at most, is shown by ps and top.
  package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
    while !startAtOnce(name, body) { usleep(10_000) }
  }

  /// The same without blocking, for a thread that plays; `false` if the system is out of threads.
  package static func startAtOnce(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    let work = Unmanaged.passRetained(
      Work {
        nameCurrent(name)
        leaveSignals()
        body()
      })
    var thread = pthread_t()
    // Source: pthread_create(3): without attributes, EAGAIN is the only error.
    let status = pthread_create(
      &thread, nil,
      { work in
        if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
        return nil
      }, work.toOpaque())
    guard status == 0 else {
      work.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  /// The result of `work`, which runs on a thread of its own while the caller is suspended.
  package static func run<Result: Sendable, Failure: Error>(
    _ name: String, _ work: @escaping @Sendable () throws(Failure) -> Result
  ) async throws(Failure) -> Result {
    let result: Swift.Result<Result, Failure> = await withCheckedContinuation { waiter in
      start(name) { waiter.resume(returning: Swift.Result(catching: work)) }
    }
    return try result.get()
  }

  /// The signals sent by terminals and people; the main thread takes them.
  package static let signalsOfMain = [SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT, SIGWINCH]

  /// Leaves these signals to the main thread, so that they keep their order and interrupt no call here.
  private static func leaveSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in signalsOfMain { sigaddset(&signals, number) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
  }

  /// Asks the system to run the calling thread, and threads that it starts, before others, which
  /// few users may do. Source: setpriority(2), per thread on Linux, and RLIMIT_NICE in
  /// getrlimit(2); sound servers use -11.
  package static func prioritizeCurrent() {
    _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, -11)
  }

  /// Lowers the priority of the calling thread below that of all others.
  package static func deprioritizeCurrent() { _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, 10) }

  /// Source: proc_pid_comm(5).
  private static func nameCurrent(_ name: String) {
    let file = try? FileDescriptor.open("/proc/thread-self/comm", .writeOnly, options: .closeOnExec)
    _ = try? file?.closeAfter { try file?.writeAll(name.utf8) }
  }
}
