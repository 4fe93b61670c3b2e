/// A partial of a struck bell: two sines some tenths of a hertz apart, so that it beats slowly, as
/// the two modes of a bell that is not quite round do.
struct Partial: Sendable {
  /// The part of its amplitude that the stronger sine has: it beats by 8 dB, and is never cancelled.
  static let strongerPart = 0.7

  /// The frequency of the stronger sine, as a multiple of the bell's pitch.
  let ratio: Double
  /// The amplitude of both sines together, before the bell's gain.
  let amplitude: Double
  /// Seconds in which it falls by 60 dB.
  let decay: Double
  /// How much higher the weaker sine is, in hertz.
  let beat: Double
  /// The time constant of its rise, in seconds; it has half its amplitude after 1.2 of them.
  let attack: Double

  init(_ ratio: Double, amplitude: Double, decay: Double, beat: Double, attack: Double) {
    self.ratio = ratio
    self.amplitude = amplitude
    self.decay = decay
    self.beat = beat
    self.attack = attack
  }
}
