/// A sound that is synthesised to lie under a session.
enum SynthesizedLayer: Hashable, Sendable {
  case white, pink, brown, rain, waves, wind, stream
  case drone(hertz: Double)

  /// The sound, which begins at its time 0 at full level: fading it in is up to the caller.
  ///
  /// - Parameter seed: The same seed gives the same sound.
  func makeSound(seed: UInt64) -> any LaneSound { LayerSound(model, seed: seed) }

  var model: LayerModel {
    switch self {
    case .white: .white
    case .pink: .pink
    case .brown: .brown
    case .rain: .rain
    case .waves: .waves
    case .wind: .wind
    case .stream: .stream
    case .drone(let hertz): .drone(hertz)
    }
  }
}
