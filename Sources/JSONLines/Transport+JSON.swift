import Score

extension Transport {
  /// The name of the transport state in the protocol.
  var jsonWord: String {
    switch self {
    case .playing: "playing"
    case .paused: "paused"
    }
  }
}
