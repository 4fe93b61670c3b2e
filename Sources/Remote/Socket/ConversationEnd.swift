/// Why the program ends a conversation while the session goes on.
public enum ConversationEnd: String, CaseIterable, Sendable {
  /// The client said `quit`.
  case quit
  /// The client closed its side, and all of its lines are answered.
  case endOfInput = "end-of-input"
  /// The session is over, which the client asked to follow until then.
  case sessionOver = "session-over"
  case lineTooLong = "line-too-long"
  case tooManyConnections = "too-many-connections"
  case tooSlow = "too-slow"

  /// The word for programs.
  public var word: String { rawValue }

  /// The reason for people.
  public var text: String {
    switch self {
    case .quit: "The conversation ended with 'quit'; the session goes on."
    case .endOfInput: "The input has ended."
    case .sessionOver: "The session is over."
    case .lineTooLong: "The line is longer than \(SocketLimits.lineLength) bytes."
    case .tooManyConnections:
      "The session already has \(SocketLimits.connections) conversations; end one first."
    case .tooSlow: "More than \(SocketLimits.waitingBytes >> 20) MiB wait to be read."
    }
  }
}
