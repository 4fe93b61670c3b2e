extension BellModel {
  /// A metal bar on strings, struck with a wooden mallet.
  ///
  /// The ratios are those of a bar with free ends: the squares of 3.011, 5, 7, 9 and 11. Source:
  /// Rayleigh, "The Theory of Sound", lateral vibrations of bars.
  static let chime = BellModel(
    pitch: 864, length: 9, gain: 0.18,
    partials: [
      Partial(1, amplitude: 1, decay: 8.5, beat: 0.52, attack: 0.002),
      Partial(2.756, amplitude: 0.42, decay: 4.6, beat: 0.87, attack: 0.0015),
      Partial(5.404, amplitude: 0.18, decay: 2.1, beat: 1.7, attack: 0.001),
      Partial(8.933, amplitude: 0.07, decay: 1, beat: 2.9, attack: 0.001),
      Partial(13.34, amplitude: 0.02, decay: 0.5, beat: 4.1, attack: 0.001),
      // The mallet.
      Partial(1.61, amplitude: 0.06, decay: 0.05, beat: 61, attack: 0.001),
      Partial(3.37, amplitude: 0.05, decay: 0.04, beat: 97, attack: 0.001),
    ])
}
