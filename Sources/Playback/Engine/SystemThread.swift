import Foundation

extension Thread {
  /// Names the thread that calls, for whoever looks at the process; 15 bytes at most.
  ///
  /// Foundation's own `name` reaches the system only where it is set after the start has returned,
  /// when the thread may have ended already. Source: proc_pid_comm(5).
  static func nameCurrent(_ name: String) {
    try? name.write(toFile: "/proc/thread-self/comm", atomically: false, encoding: .utf8)
  }
}
