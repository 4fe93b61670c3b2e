/// The parameters of a struck bell.
struct BellModel: Sendable {
  /// The frequency that the partials are multiples of, in hertz.
  let pitch: Double
  /// When the sound ends, in seconds.
  let length: Double
  /// Scales all partials, so that one stroke peaks at -6 dBFS.
  let gain: Double
  /// One row a partial.
  let partials: [Partial]
}
