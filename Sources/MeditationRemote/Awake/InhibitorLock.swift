import CMeditationBus
import Dispatch
import MeditationSystem

/// A lock that keeps the machine from idling, taken from logind or, without it, from the desktop's
/// screen saver.
///
/// A thread of its own takes and releases it, because a bus may be slow. If neither answers, the
/// machine may idle. The lock is also released when the process ends.
package final class InhibitorLock: Sendable {
  private enum Wish { case free, held, ended }

  /// A message bus; that of the system has logind.
  private typealias Bus = (address: String, isSystem: Bool)

  private let wish = Locked(Wish.free)
  private let wake = DispatchSemaphore(value: 0)

  /// Checks the lock each `interval`: logind forgets it when restarted, and may start late. `nil`
  /// if there is no bus.
  init?(environment: [String: String], lookingEach interval: DispatchTimeInterval = .seconds(20)) {
    let buses = Self.buses(in: environment)
    guard !buses.isEmpty else { return nil }
    SystemThread.start("awake") { [wish, wake] in
      var inhibitor: OpaquePointer?
      // True while a lock is wanted.
      var looks = false
      while true {
        _ = wake.wait(timeout: looks ? .now() + interval : .distantFuture)
        let wish = wish.withLock(\.self)
        looks = wish == .held
        if let held = inhibitor, !looks || bus_inhibitor_is_lost(held) {
          bus_release_inhibitor(held)
          inhibitor = nil
        }
        if looks {
          for bus in buses where inhibitor == nil { inhibitor = Self.inhibitor(on: bus) }
        }
        if wish == .ended { return }
      }
    }
  }

  deinit { set(.ended) }

  /// True if such a lock can be taken; tries it. Blocks until the buses answer, but not for long.
  package static func canBeHad(environment: [String: String]) -> Bool {
    for bus in buses(in: environment) {
      guard let inhibitor = inhibitor(on: bus) else { continue }
      bus_release_inhibitor(inhibitor)
      return true
    }
    return false
  }

  private static func buses(in environment: [String: String]) -> [Bus] {
    let addresses = [BusAddress.findSystem(in: environment), BusAddress.find(in: environment)]
    return zip(addresses, [true, false]).compactMap { address, isSystem in
      address.map { (address: $0, isSystem: isSystem) }
    }
  }

  /// Takes or releases the lock. Does not wait.
  func hold(_ isHeld: Bool) { set(isHeld ? .held : .free) }

  private func set(_ new: Wish) {
    wish.withLock { $0 = new }
    wake.signal()
  }

  /// Blocks until the bus answers, but not for long.
  private static func inhibitor(on bus: Bus) -> OpaquePointer? {
    var inhibitor: OpaquePointer?
    return bus_inhibit(bus.address, bus.isSystem, &inhibitor) == 0 ? inhibitor : nil
  }
}
