/// What the bus's thread sends to the session, in order.
enum BusEvent: Sendable {
  /// A command that waits for the answer with this number.
  case request(id: Int, PlayerCommand)
  /// The program is asked to end.
  case quit
  /// The player is not, or no longer, on the bus. Nothing follows.
  case problem(String)
}
