/// The parameters of a struck bell.
struct BellModel: Sendable {
  /// The frequency that the partials are multiples of, in hertz.
  let pitch: Double
  /// When the sound ends, in seconds.
  let length: Double
  /// Scales all partials: one stroke peaks at about -10 dBFS, a shrill one lower, a short one higher.
  ///
  /// The loudest 0.4 s of a bowl are then at -17 LUFS, like a loud moment of music at -20 LUFS, which
  /// gives way to it by 9 dB.
  let gain: Double
  /// One row a partial.
  let partials: [Partial]
}
