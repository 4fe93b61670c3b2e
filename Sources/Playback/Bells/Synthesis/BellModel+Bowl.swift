extension BellModel {
  /// A singing bowl of some 20 cm, struck with a mallet of leather.
  ///
  /// The ratios are those of metal bowls, a little below those of a ring that bends in n waves,
  /// n (n² - 1) / √(n² + 1): 1, 2.83, 5.42, 8.77. Source: Rayleigh, "The Theory of Sound",
  /// vibrations of a ring. The decay times are those of a bowl on a cushion.
  static let bowl = BellModel(
    pitch: 216, length: 20, gain: 0.15,
    partials: [
      Partial(1, amplitude: 1, decay: 22, beat: 0.31, attack: 0.005),
      Partial(2.81, amplitude: 0.7, decay: 12.5, beat: 0.62, attack: 0.004),
      Partial(5.19, amplitude: 0.32, decay: 6.6, beat: 0.94, attack: 0.003),
      Partial(8.16, amplitude: 0.16, decay: 3.6, beat: 1.4, attack: 0.002),
      Partial(11.65, amplitude: 0.075, decay: 2.1, beat: 1.9, attack: 0.002),
      Partial(15.6, amplitude: 0.036, decay: 1.3, beat: 2.6, attack: 0.001),
      Partial(20.1, amplitude: 0.018, decay: 0.8, beat: 3.3, attack: 0.001),
      // The mallet.
      Partial(1.73, amplitude: 0.12, decay: 0.1, beat: 23, attack: 0.003),
      Partial(3.91, amplitude: 0.1, decay: 0.07, beat: 41, attack: 0.002),
      Partial(6.53, amplitude: 0.08, decay: 0.055, beat: 67, attack: 0.001),
      Partial(9.77, amplitude: 0.06, decay: 0.045, beat: 113, attack: 0.001),
      Partial(13.9, amplitude: 0.04, decay: 0.04, beat: 191, attack: 0.001),
      Partial(18.3, amplitude: 0.025, decay: 0.035, beat: 307, attack: 0.001),
    ])
}
