import Foundation

/// The thread of the session bus.
///
/// It loads the library, connects, reads, writes and closes. It never waits for the session: a call
/// that the session can refuse is kept until its answer arrives, and other calls are answered
/// meanwhile.
enum BusThread {
  /// Starts the thread, which ends when `exchange` is stopped or the bus is gone. `onEvent` is called
  /// on it and must not block.
  static func start(
    address: String, exchange: BusExchange, onEvent: @escaping @Sendable (BusEvent) -> Void
  ) {
    Thread {
      do throws(BusProblem) {
        let connection = try BusConnection(address: address, wake: exchange.wake, onEvent: onEvent)
        while try connection.turn(with: exchange.take()) {}
      } catch {
        onEvent(.problem(error.text))
      }
    }.start()
  }
}
