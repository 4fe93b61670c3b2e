import Text

/// Why there is no control socket, as a clause with a full stop.
struct SocketProblem: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }

  /// The line for the user.
  var text: String { "No control socket: \(CleanText.clean(reason))" }
}
