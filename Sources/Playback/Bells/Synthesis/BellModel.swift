/// The parameters of a struck bell.
struct BellModel: Sendable {
  /// The frequency that the partials are multiples of, in hertz.
  let pitch: Double
  /// When the sound ends, in seconds.
  let length: Double
  /// Scales all partials: one stroke peaks at about -6 dBFS, a shrill one lower, a short one higher.
  let gain: Double
  /// One row a partial.
  let partials: [Partial]
}
