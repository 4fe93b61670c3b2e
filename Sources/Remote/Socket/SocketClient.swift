/// A client of the control socket.
struct SocketClient {
  let connection: Connection
  let conversation: any Conversation
  /// The lines that wait to be performed: no more than one read has.
  var lines: ArraySlice<String> = []
  /// Whether its turn is in the queue, or its line is being answered.
  var isQueued = false
  /// Whether the client closed its side.
  var inputHasEnded = false
}
