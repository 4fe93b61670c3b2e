import SystemPackage
import Text

/// Why a control socket cannot be used, as a clause with a full stop.
public struct SocketProblem: Error {
  public let reason: String

  init(_ reason: String) { self.reason = CleanText.clean(reason) }

  static func foreign(_ path: FilePath) -> Self { Self("\(path) belongs to another user.") }

  /// The line for the user of a session that has no socket.
  var text: String { "No control socket: \(reason)" }
}
