import Glibc

/// Why the player is not on the bus.
enum BusProblem: Error {
  case noLibrary
  /// The bus does not answer, or refuses; the value is an errno.
  case cannotConnect(Int32)
  case cannotName(Int32)
  case lost

  /// The problem in one line.
  var text: String {
    switch self {
    case .noLibrary: "Media keys do not work: libsystemd is not installed."
    case .cannotConnect(let code):
      "Media keys do not work: the session bus cannot be reached: \(Self.reason(code))."
    case .cannotName(EEXIST): "Media keys do not work: another program has the player's name."
    case .cannotName(let code):
      "Media keys do not work: the session bus gives no name: \(Self.reason(code))."
    case .lost: "The session bus is gone; media keys no longer work."
    }
  }

  private static func reason(_ code: Int32) -> String { String(cString: strerror(code)) }
}
