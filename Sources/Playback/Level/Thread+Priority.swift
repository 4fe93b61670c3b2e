import Foundation
import Glibc

extension Thread {
  /// Gives way to all other threads from now on.
  ///
  /// On Linux this is of the thread that calls and not of the process. Source: setpriority(2),
  /// "C library/kernel differences".
  static func lowerPriority() { _ = setpriority(Int32(PRIO_PROCESS.rawValue), 0, 10) }
}
