import Score

extension Transport? {
  /// The name of the transport state in the protocol; where there is none, nothing plays.
  var jsonWord: String {
    switch self {
    case .playing: "playing"
    case .paused, nil: "paused"
    }
  }
}
