/// The parameters of a struck bell.
struct BellModel: Sendable {
  /// The frequency that the partials are multiples of, in hertz.
  let pitch: Double
  /// When the sound ends, in seconds.
  let length: Double
  /// Scales all partials: a stroke peaks at about -10 dBFS, a shrill one lower, a short one higher.
  ///
  /// The loudest 0.4 s of a bowl are then at -17 LUFS, like a loud moment of music at -20 LUFS,
  /// which gives way to it by 9 dB.
  let gain: Double
  let partials: [Partial]
}

/// A partial of a struck bell: two sines some tenths of a hertz apart, so that it beats slowly,
/// like the two modes of a bell that is not perfectly round.
struct Partial: Sendable {
  /// The stronger sine's share of the amplitude: it beats by 8 dB, and is never cancelled.
  static let strongerPart = 0.7

  /// The frequency of the stronger sine, as a multiple of the bell's pitch.
  let ratio: Double
  /// The amplitude of both sines together, before the bell's gain.
  let amplitude: Double
  /// The time in which it falls by 60 dB, in seconds.
  let decay: Double
  /// How much higher the weaker sine is, in hertz.
  let beat: Double
  /// The time constant of its rise, in seconds; it has half its amplitude after 1.2 of them.
  let attack: Double
}

extension BellModel {
  /// A singing bowl about 20 cm wide, struck with a leather mallet.
  ///
  /// The ratios are those of metal bowls, a little below those of a ring that bends in n waves, n
  /// (n² - 1) / √(n² + 1): 1, 2.83, 5.42, 8.77. Source: Rayleigh, "The Theory of Sound", vibrations
  /// of a ring. The decay times are those of a bowl on a cushion.
  static let bowl = BellModel(
    pitch: 216, length: 20, gain: 0.15,
    partials: [
      Partial(ratio: 1, amplitude: 1, decay: 22, beat: 0.31, attack: 0.005),
      Partial(ratio: 2.81, amplitude: 0.7, decay: 12.5, beat: 0.62, attack: 0.004),
      Partial(ratio: 5.19, amplitude: 0.32, decay: 6.6, beat: 0.94, attack: 0.003),
      Partial(ratio: 8.16, amplitude: 0.16, decay: 3.6, beat: 1.4, attack: 0.002),
      Partial(ratio: 11.65, amplitude: 0.075, decay: 2.1, beat: 1.9, attack: 0.002),
      Partial(ratio: 15.6, amplitude: 0.036, decay: 1.3, beat: 2.6, attack: 0.001),
      Partial(ratio: 20.1, amplitude: 0.018, decay: 0.8, beat: 3.3, attack: 0.001),
      // The mallet.
      Partial(ratio: 1.73, amplitude: 0.12, decay: 0.1, beat: 23, attack: 0.003),
      Partial(ratio: 3.91, amplitude: 0.1, decay: 0.07, beat: 41, attack: 0.002),
      Partial(ratio: 6.53, amplitude: 0.08, decay: 0.055, beat: 67, attack: 0.001),
      Partial(ratio: 9.77, amplitude: 0.06, decay: 0.045, beat: 113, attack: 0.001),
      Partial(ratio: 13.9, amplitude: 0.04, decay: 0.04, beat: 191, attack: 0.001),
      Partial(ratio: 18.3, amplitude: 0.025, decay: 0.035, beat: 307, attack: 0.001),
    ])

  /// A hung gong, struck with a soft mallet: the higher a partial, the later it blooms.
  static let gong = BellModel(
    pitch: 72, length: 18, gain: 0.106,
    partials: [
      Partial(ratio: 1, amplitude: 1, decay: 20, beat: 0.27, attack: 0.01),
      Partial(ratio: 1.49, amplitude: 0.5, decay: 15.5, beat: 0.43, attack: 0.012),
      Partial(ratio: 2.01, amplitude: 0.85, decay: 16.5, beat: 0.36, attack: 0.016),
      Partial(ratio: 2.49, amplitude: 0.4, decay: 13, beat: 0.67, attack: 0.024),
      Partial(ratio: 2.96, amplitude: 0.5, decay: 12, beat: 0.53, attack: 0.034),
      Partial(ratio: 3.47, amplitude: 0.36, decay: 11.7, beat: 0.86, attack: 0.056),
      Partial(ratio: 3.96, amplitude: 0.35, decay: 11, beat: 0.54, attack: 0.063),
      Partial(ratio: 4.51, amplitude: 0.35, decay: 10.8, beat: 0.55, attack: 0.071),
      Partial(ratio: 5.06, amplitude: 0.24, decay: 10.2, beat: 1.02, attack: 0.079),
      Partial(ratio: 5.58, amplitude: 0.38, decay: 10.1, beat: 1.08, attack: 0.086),
      Partial(ratio: 6.32, amplitude: 0.23, decay: 7.53, beat: 1.1, attack: 0.096),
      Partial(ratio: 6.94, amplitude: 0.22, decay: 7.63, beat: 0.73, attack: 0.1),
      Partial(ratio: 7.77, amplitude: 0.25, decay: 8.32, beat: 1.3, attack: 0.12),
      Partial(ratio: 8.74, amplitude: 0.24, decay: 7.53, beat: 1.37, attack: 0.13),
      Partial(ratio: 9.63, amplitude: 0.3, decay: 7.73, beat: 1.95, attack: 0.14),
      Partial(ratio: 10.8, amplitude: 0.2, decay: 6.09, beat: 1.41, attack: 0.16),
      Partial(ratio: 11.7, amplitude: 0.25, decay: 6.1, beat: 2.32, attack: 0.17),
      Partial(ratio: 12.9, amplitude: 0.26, decay: 6.45, beat: 1.19, attack: 0.18),
      Partial(ratio: 14.1, amplitude: 0.24, decay: 5.67, beat: 2.93, attack: 0.2),
      Partial(ratio: 15.5, amplitude: 0.14, decay: 5.62, beat: 2.8, attack: 0.2),
      Partial(ratio: 16.9, amplitude: 0.14, decay: 5.01, beat: 3.38, attack: 0.21),
      Partial(ratio: 18.8, amplitude: 0.14, decay: 4.64, beat: 1.85, attack: 0.22),
      Partial(ratio: 20.2, amplitude: 0.2, decay: 4.4, beat: 3.01, attack: 0.23),
      Partial(ratio: 22.1, amplitude: 0.13, decay: 4.81, beat: 2.2, attack: 0.24),
      Partial(ratio: 24.4, amplitude: 0.12, decay: 4.26, beat: 2.61, attack: 0.25),
      Partial(ratio: 26.3, amplitude: 0.19, decay: 4.48, beat: 3.05, attack: 0.26),
      Partial(ratio: 29.3, amplitude: 0.12, decay: 3.86, beat: 5.07, attack: 0.27),
      Partial(ratio: 32.2, amplitude: 0.1, decay: 4.22, beat: 3.31, attack: 0.28),
      Partial(ratio: 34.7, amplitude: 0.14, decay: 3.49, beat: 3.83, attack: 0.29),
      Partial(ratio: 36.9, amplitude: 0.083, decay: 3.6, beat: 3.84, attack: 0.3),
      Partial(ratio: 40.4, amplitude: 0.09, decay: 3.33, beat: 7.08, attack: 0.32),
      Partial(ratio: 43.8, amplitude: 0.09, decay: 3.52, beat: 4.17, attack: 0.33),
      Partial(ratio: 46.7, amplitude: 0.098, decay: 3.37, beat: 4.71, attack: 0.34),
      Partial(ratio: 49.9, amplitude: 0.083, decay: 3.35, beat: 4.72, attack: 0.35),
      Partial(ratio: 55.2, amplitude: 0.078, decay: 2.95, beat: 6.36, attack: 0.36),
      Partial(ratio: 58.6, amplitude: 0.044, decay: 3.11, beat: 5.65, attack: 0.37),
      // The mallet.
      Partial(ratio: 1.23, amplitude: 0.32, decay: 0.16, beat: 9, attack: 0.006),
      Partial(ratio: 2.62, amplitude: 0.2, decay: 0.12, beat: 17, attack: 0.004),
      Partial(ratio: 4.4, amplitude: 0.12, decay: 0.09, beat: 31, attack: 0.003),
      Partial(ratio: 8.3, amplitude: 0.06, decay: 0.06, beat: 53, attack: 0.002),
    ])

  /// A metal bar on strings, struck with a wooden mallet.
  ///
  /// The ratios are those of a bar with free ends: the squares of 3.011, 5, 7, 9 and 11. Source:
  /// Rayleigh, "The Theory of Sound", lateral vibrations of bars.
  static let chime = BellModel(
    pitch: 864, length: 9, gain: 0.18,
    partials: [
      Partial(ratio: 1, amplitude: 1, decay: 8.5, beat: 0.52, attack: 0.002),
      Partial(ratio: 2.756, amplitude: 0.42, decay: 4.6, beat: 0.87, attack: 0.0015),
      Partial(ratio: 5.404, amplitude: 0.18, decay: 2.1, beat: 1.7, attack: 0.001),
      Partial(ratio: 8.933, amplitude: 0.07, decay: 1, beat: 2.9, attack: 0.001),
      Partial(ratio: 13.34, amplitude: 0.02, decay: 0.5, beat: 4.1, attack: 0.001),
      // The mallet.
      Partial(ratio: 1.61, amplitude: 0.06, decay: 0.05, beat: 61, attack: 0.001),
      Partial(ratio: 3.37, amplitude: 0.05, decay: 0.04, beat: 97, attack: 0.001),
    ])

  /// A hollow wooden block.
  static let wood = BellModel(
    pitch: 432, length: 0.7, gain: 0.303,
    partials: [
      Partial(ratio: 1, amplitude: 1, decay: 0.42, beat: 2.4, attack: 0.0012),
      Partial(ratio: 2.43, amplitude: 0.34, decay: 0.16, beat: 5.7, attack: 0.0008),
      // The stick.
      Partial(ratio: 4.36, amplitude: 0.14, decay: 0.04, beat: 71, attack: 0.0005),
      Partial(ratio: 7.09, amplitude: 0.07, decay: 0.025, beat: 113, attack: 0.0005),
    ])

  /// Two blocks of hard wood struck together, like a hyoshigi: they ring high, damped by the hands.
  static let clap = BellModel(
    pitch: 1_180, length: 0.18, gain: 0.2,
    partials: [
      Partial(ratio: 1, amplitude: 1, decay: 0.13, beat: 37, attack: 0.0006),
      Partial(ratio: 1.62, amplitude: 0.7, decay: 0.1, beat: 53, attack: 0.0005),
      Partial(ratio: 2.71, amplitude: 0.5, decay: 0.075, beat: 71, attack: 0.0004),
      Partial(ratio: 4.13, amplitude: 0.3, decay: 0.05, beat: 113, attack: 0.0003),
      // The impact of the faces.
      Partial(ratio: 5.9, amplitude: 0.2, decay: 0.025, beat: 191, attack: 0.0002),
      Partial(ratio: 8.4, amplitude: 0.12, decay: 0.015, beat: 307, attack: 0.0002),
    ])
}
