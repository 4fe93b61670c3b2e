import CAo
import Foundation
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
  static let drivers: [Driver] = silently {
    // Keeps also what `ao_play` would print to standard error quiet.
    // Source: libao, `ao_global_load_options`: "quiet" is verbosity -1.
    ao_append_global_option("quiet", "")
    ao_initialize()
    var count: Int32 = 0
    guard let list = ao_driver_info_list(&count) else { return [] }
    var drivers: [Driver] = []
    for id in 0..<count {
      guard let info = list[Int(id)]?.pointee else { continue }
      drivers.append(
        Driver(
          id: id, name: String(cString: info.short_name),
          description: String(cString: info.name), isLive: info.type == AO_TYPE_LIVE,
          priority: info.priority))
    }
    return drivers
  }

  /// Drivers that are used only where they are named.
  ///
  /// `nas` blocks for 5 s at each opening without a server, and after a failed one its close reads
  /// memory that was never written, and can crash. Source: libao 1.2.2, `ao_nas.c`, and a core dump.
  /// `null` takes sound as fast as it comes.
  private static let onlyByName: Set = ["nas", "null"]

  /// Live drivers worth trying without being asked to: the configured default, then by priority.
  static var candidates: [Driver] {
    let all = drivers
    let defaultID = silently { ao_default_driver_id() }
    return all.filter { $0.isLive && !onlyByName.contains($0.name) }.sorted {
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
