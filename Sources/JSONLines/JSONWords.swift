import MeditationCore
import Score

extension Phase {
  /// The name of the phase in the protocol.
  var jsonWord: String {
    switch self {
    case .picking: "picking"
    case .listening: "listening"
    case .finished: "finished"
    }
  }
}

extension Transport {
  /// The name of the transport state in the protocol.
  var jsonWord: String {
    switch self {
    case .playing: "playing"
    case .paused: "paused"
    }
  }
}
