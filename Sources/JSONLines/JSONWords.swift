import MeditationCore
import Score

extension Phase {
  /// The phase as one word of the protocol.
  var jsonWord: String {
    switch self {
    case .picking: "picking"
    case .listening: "listening"
    case .finished: "finished"
    }
  }
}

extension Transport {
  /// The transport as one word of the protocol.
  var jsonWord: String {
    switch self {
    case .playing: "playing"
    case .paused: "paused"
    }
  }
}
