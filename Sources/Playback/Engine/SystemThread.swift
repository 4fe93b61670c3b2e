import Glibc
import NIOConcurrencyHelpers
import SystemPackage

/// A thread of the system, which may block, unlike those that Swift and Dispatch share among tasks.
///
/// Foundation has such threads, too, but brings 50 MB with it where it is linked statically.
package enum SystemThread {
  /// What a thread runs, passed through a pointer.
  private final class Work {
    let run: @Sendable () -> Void
    init(_ run: @escaping @Sendable () -> Void) { self.run = run }
  }

  /// Starts a thread that runs `body` and ends with it.
  ///
  /// Where the system is out of threads, blocks until another one has ended.
  ///
  /// - Parameter name: For whoever looks at the process; 15 bytes at most.
  package static func start(_ name: String, _ body: @escaping @Sendable () -> Void) {
    let work = Work {
      nameCurrent(name)
      body()
    }
    while true {
      if let thread = thread(running: work) {
        pthread_detach(thread)
        return
      }
      usleep(10_000)
    }
  }

  /// Whether the system lets this process have `count` more threads.
  package static func canStart(_ count: Int) -> Bool {
    let gate = NIOLock()
    let work = Work { gate.withLock {} }
    gate.lock()
    let threads = (0..<count).compactMap { _ in thread(running: work) }
    gate.unlock()
    for thread in threads { pthread_join(thread, nil) }
    return threads.count == count
  }

  /// - Returns: `nil` if the system does not start another one. Source: pthread_create(3), EAGAIN.
  private static func thread(running work: Work) -> pthread_t? {
    let work = Unmanaged.passRetained(work)
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { work in
        if let work { Unmanaged<Work>.fromOpaque(work).takeRetainedValue().run() }
        return nil
      }, work.toOpaque())
    guard status == 0 else {
      work.release()
      return nil
    }
    return thread
  }

  /// Asks the system to run the calling thread, and those that it starts, before others.
  ///
  /// Few users may do that. Source: setpriority(2), on Linux of a thread, and RLIMIT_NICE in
  /// getrlimit(2); -11 is what sound servers have.
  package static func prioritizeCurrent() {
    _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, -11)
  }

  /// Gives way to all other threads from now on.
  static func deprioritizeCurrent() { _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, 10) }

  /// Source: proc_pid_comm(5).
  private static func nameCurrent(_ name: String) {
    let file = try? FileDescriptor.open("/proc/thread-self/comm", .writeOnly, options: .closeOnExec)
    _ = try? file?.closeAfter { try file?.writeAll(name.utf8) }
  }
}
