import Foundation

extension Thread {
  /// Names the thread that calls, for whoever looks at the process; 15 bytes at most.
  ///
  /// Foundation's own `name` reaches the system only where it is set after the start has returned,
  /// when the thread may have ended already. Source: proc_pid_comm(5).
  package static func nameCurrent(_ name: String) {
    try? name.write(toFile: "/proc/thread-self/comm", atomically: false, encoding: .utf8)
  }

  /// Asks the system to run the calling thread, and those that it starts, before others.
  ///
  /// Few users may do that. Source: setpriority(2), on Linux of a thread, and RLIMIT_NICE in
  /// getrlimit(2); -11 is what sound servers have.
  package static func prioritizeCurrent() {
    _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, -11)
  }
}
