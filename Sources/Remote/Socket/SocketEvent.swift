/// An event of the control socket. All events wait in one queue for the main actor.
enum SocketEvent: Sendable {
  /// The socket cannot be used; a sentence.
  case failed(String)
  case connected(Connection)
  /// The client has sent no line for a while.
  case waits(Connection.ID)
  case lines(Connection.ID, [String])
  /// The client closed its side.
  case inputEnded(Connection.ID)
  case tooLong(Connection.ID)
  /// The client has read most of what waited.
  case drained(Connection.ID)
  case gone(Connection.ID)
  /// Lines wait to be performed.
  case turn
}
