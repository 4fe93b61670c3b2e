public import MeditationCore

extension Arrangement {
  /// The seed by which songs are shuffled, if they are.
  var seed: Int? {
    if case .shuffled(let seed) = playing { seed } else { nil }
  }

  /// In which order songs play, in one line.
  public var text: String {
    switch playing {
    case .asListed: "Songs play in the order of the list."
    case .moved: "Songs play in your own order; 'list picked' shows it."
    case .shuffled(let seed): "Shuffled with seed \(seed); 'list picked' shows the order."
    }
  }
}
