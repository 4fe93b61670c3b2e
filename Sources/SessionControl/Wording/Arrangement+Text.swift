public import MeditationCore

extension Arrangement {
  /// The seed of a shuffled order; `nil` if it is not shuffled.
  package var seed: Int? {
    if case .shuffled(let seed) = playing { seed } else { nil }
  }

  /// The order of the list, in one line.
  public var sortText: String {
    sort == .original ? "The list is in its original order." : "Sorted by \(sort.rawValue)."
  }

  /// The order in which songs play, in one line.
  public var text: String {
    switch playing {
    case .asListed: "Songs play in the order of the list."
    case .moved: "Songs play in your own order; 'list picked' shows it."
    case .shuffled(let seed): "Shuffled with seed \(seed); 'list picked' shows the order."
    }
  }
}
