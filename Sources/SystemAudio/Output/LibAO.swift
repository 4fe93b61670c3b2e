import CAo
import Glibc
import NIOConcurrencyHelpers

/// libao itself: initialised once for the whole program, and never shut down.
enum LibAO {
  /// A driver as libao knows it.
  struct Driver: Sendable {
    var id: Int32
    var name: String
    var description: String
    var isLive: Bool
    var priority: Int32
  }

  /// All drivers, those that libao itself would try first in front.
  static var drivers: [Driver] { loaded.drivers }

  /// The drivers, and the one that libao's configuration names; -1: none.
  private static let loaded: (drivers: [Driver], defaultID: Int32) = silently {
    // Keeps also what `ao_play` would print to standard error quiet.
    // Source: libao, `ao_global_load_options`: "quiet" is verbosity -1.
    ao_append_global_option("quiet", "")
    ao_initialize()
    var count: Int32 = 0
    guard let list = ao_driver_info_list(&count) else { return ([], -1) }
    var drivers: [Driver] = []
    for id in 0..<count {
      guard let info = list[Int(id)] else { continue }
      drivers.append(
        Driver(
          id: id, name: String(cString: info.pointee.short_name),
          description: String(cString: info.pointee.name),
          isLive: info.pointee.type == AO_TYPE_LIVE, priority: info.pointee.priority))
      // Where the configuration names no driver, libao opens those of a priority above 0 one by
      // one to find a default. Opening `nas` blocks for 5 s without a server.
      // Source: libao 1.2.2, `_find_default_driver_id`.
      info.pointee.priority = 0
    }
    return (drivers, ao_default_driver_id())
  }

  /// Why the driver called `name` is never opened; `nil`: it may be.
  ///
  /// `nas` does not set its server before `ao_plugin_open` has connected, and `ao_plugin_close`,
  /// which follows a failed open, reads it: this crashes without a server, and with one for 24 bits
  /// or another number of channels. When a server is lost, its library calls `exit`.
  /// Source: libao 1.2.2, `ao_nas.c`; nas 1.9.4, `_AuDefaultIOError`.
  static func fault(ofDriver name: String) -> String? {
    name == "nas" ? "libao's driver of that name crashes when it fails" : nil
  }

  /// Live drivers worth trying without being asked to: the configured default, then by priority.
  ///
  /// `null` is not: it takes sound as fast as it comes.
  static var candidates: [Driver] {
    let (all, defaultID) = loaded
    return all.filter { $0.isLive && $0.name != "null" && fault(ofDriver: $0.name) == nil }.sorted {
      ($0.id == defaultID ? 1 : 0, $0.priority) > ($1.id == defaultID ? 1 : 0, $1.priority)
    }
  }

  /// Guards the redirection of standard error. Owned by no thread; held while libao opens or closes.
  private static let lock = NIOLock()

  /// Does `work` while whatever is written to standard error gets lost.
  ///
  /// libao's drivers, ALSA and others print there what a user cannot use. Who has something to
  /// tell meanwhile writes to a duplicate of standard error, made before.
  static func silently<Result>(_ work: () -> Result) -> Result {
    lock.withLock {
      let kept = dup(STDERR_FILENO)
      let nothing = open("/dev/null", O_WRONLY | O_CLOEXEC)
      if kept >= 0, nothing >= 0 { dup2(nothing, STDERR_FILENO) }
      defer {
        if kept >= 0, nothing >= 0 { dup2(kept, STDERR_FILENO) }
        if kept >= 0 { close(kept) }
        if nothing >= 0 { close(nothing) }
      }
      return work()
    }
  }
}
