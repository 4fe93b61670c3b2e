public import SessionControl

/// The session as a media player on the session bus, for media keys, desktops and `playerctl`.
///
/// Source: MPRIS D-Bus Interface Specification 2.2.
public enum MPRIS {
  /// Offers the session of `controller` on the session bus. Does not block: the bus has a thread of
  /// its own, which also loads the library.
  ///
  /// - Parameters:
  ///   - environment: Names the bus: `DBUS_SESSION_BUS_ADDRESS`, or `XDG_RUNTIME_DIR` with a socket
  ///     `bus`.
  ///   - onQuit: Called when the program is asked to end.
  ///   - onProblem: Called at most once, with a line, if the player is not or no longer on the bus.
  /// - Returns: The player, which must be kept and stopped; `nil` if no bus is named.
  @MainActor public static func start(
    controller: SessionController, environment: [String: String],
    onQuit: @escaping () -> Void, onProblem: @escaping (String) -> Void
  ) -> MPRISPlayer? {
    guard let address = BusAddress.find(in: environment), let exchange = BusExchange() else {
      return nil
    }
    return MPRISPlayer(
      controller: controller, address: address, exchange: exchange, onQuit: onQuit,
      onProblem: onProblem)
  }
}
