struct UnderModel: Sendable {
  /// Scales all parts, so that the layer is at about -22 LUFS.
  let gain: Double
  /// No sample is larger; peaks are compressed softly.
  let bound: Double
  /// Their sum is the sound.
  let parts: [any UnderPart]

  /// The largest bound of all.
  static let bound: Float = 0.26

  /// Equal power per hertz.
  static let white = UnderModel(gain: 0.0393, bound: 0.15, parts: [ShapedNoise(1, [])])

  /// Equal power per octave: 6 dB in every other octave is 3 dB per octave.
  static let pink = UnderModel(
    gain: 1.085, bound: 0.26,
    parts: [
      ShapedNoise(
        1,
        [
          .falling(from: 10, to: 20), .falling(from: 40, to: 80), .falling(from: 160, to: 320),
          .falling(from: 640, to: 1_280), .falling(from: 2_560, to: 5_120),
          .falling(from: 10_240, to: 20_480),
        ])
    ])

  /// Half the power in each higher octave.
  static let brown = UnderModel(
    gain: 3.4, bound: 0.26, parts: [ShapedNoise(1, [.falling(from: 20)])])

  /// Steady rain on leaves and on the ground, and drops nearby.
  static let rain = UnderModel(
    gain: 0.2, bound: 0.26,
    parts: [
      ShapedNoise(
        1,
        [
          .falling(from: 60, to: 110), .falling(from: 400, to: 550),
          .falling(from: 1_200, to: 2_000), .falling(from: 9_000),
        ], swell: .wandering(Wander(-2.5...2.5, interval: 7))),
      Droplets(
        rate: 220, flow: Wander(-3...3, interval: 4), pitch: 2_500...12_000, ring: 1.2...4,
        glide: 0...0, gain: 1.9, depth: 30, tilt: -1.5),
    ])

  /// Waves that break on a beach of sand.
  static let waves = UnderModel(
    gain: 0.125, bound: 0.26,
    parts: [
      // The swell.
      ShapedNoise(
        1.2, [.rising(from: 70, to: 140), .falling(from: 400)],
        swell: .waves(WaveTrain(rise: 5, fall: 6, delay: -0.5, floor: 0.35))),
      // The breaking.
      ShapedNoise(
        1, [.rising(from: 120, to: 400), .falling(from: 800, to: 8_000), .falling(from: 6_000)],
        swell: .waves(WaveTrain(rise: 3.2, fall: 6, delay: 0, floor: 0.14))),
      // The foam.
      ShapedNoise(
        0.2, [.rising(from: 600, to: 2_500), .falling(from: 3_000), .falling(from: 8_000)],
        swell: .waves(WaveTrain(rise: 2.6, fall: 7, delay: 0.9, floor: 0.08))),
    ])

  /// Wind over open land, and around a house.
  static let wind = UnderModel(
    gain: 1.27, bound: 0.26,
    parts: [
      ShapedNoise(
        1.6, [.falling(from: 45), .falling(from: 220, to: 1_200), .falling(from: 7_000)],
        swell: .wandering(Wander(-7...2, interval: 5))),
      ShapedNoise(
        0.7, [.falling(from: 300, to: 3_000), .falling(from: 7_000)],
        swell: .wandering(Wander(-10...2, interval: 4, voice: 1)),
        band: WanderingBand(110...280, quality: 1.5, interval: 6, voice: 2)),
      ShapedNoise(
        0.7, [.falling(from: 1_000)], swell: .wandering(Wander(-22...0, interval: 3.3, voice: 3)),
        band: WanderingBand(300...650, quality: 6, interval: 5, voice: 4)),
    ])

  /// A small stream over stones.
  ///
  /// A bubble of radius r rings at 3.26 m/s ÷ r and decays within about ten periods. Sources: M.
  /// Minnaert, "On musical air-bubbles and the sounds of running water" (1933); K. van den Doel,
  /// "Physically based models for liquid sounds" (2005).
  static let stream = UnderModel(
    gain: 0.0355, bound: 0.26,
    parts: [
      ShapedNoise(
        0.2,
        [
          .rising(from: 20, to: 120), .rising(from: 150, to: 600),
          .falling(from: 1_200, to: 5_000), .falling(from: 6_000), .falling(from: 9_000),
        ],
        swell: .wandering(Wander(-1.5...1.5, interval: 3))),
      // Small bubbles, many at once.
      Droplets(
        rate: 500, flow: Wander(-3...3, interval: 0.5), pitch: 900...4_500, ring: 6...14,
        glide: 0...0.12, gain: 5, depth: 34, tilt: 3),
      // Larger ones.
      Droplets(
        rate: 40, flow: Wander(-6...3, interval: 0.8), pitch: 350...1_000, ring: 8...14,
        glide: 0...0.15, gain: 5, depth: 30, tilt: 2),
    ])

  /// A small fire in the open: a low roar, embers that hiss, and wood that crackles.
  static let fire = UnderModel(
    gain: 0.2, bound: 0.26,
    parts: [
      // The roar.
      ShapedNoise(
        4.5, [.falling(from: 90), .falling(from: 160, to: 1_200)],
        swell: .wandering(Wander(-6...2, interval: 1.1))),
      // The embers.
      ShapedNoise(
        0.07, [.rising(from: 900, to: 4_000), .falling(from: 6_000), .falling(from: 9_000)],
        swell: .wandering(Wander(-6...3, interval: 0.7, voice: 1))),
      // Crackling: bursts of many small cracks, as broad as noise.
      Droplets(
        rate: 240, flow: Wander(-34...16, interval: 0.06), pitch: 2_000...10_000, ring: 0.5...1.5,
        glide: 0...0, gain: 6, depth: 40, tilt: -1),
      // Single cracks.
      Droplets(
        rate: 12, flow: Wander(-14...8, interval: 0.4, voice: 1), pitch: 1_000...8_000,
        ring: 0.5...1.5, glide: 0...0, gain: 12, depth: 30, tilt: 0),
    ])

  /// A fan in the room: rushing air, and softly the hum of its motor.
  static let fan = UnderModel(
    gain: 0.49, bound: 0.26,
    parts: [
      ShapedNoise(
        1,
        [
          .rising(from: 30, to: 50), .falling(from: 80, to: 180), .falling(from: 350),
          .falling(from: 3_000),
        ],
        swell: .wandering(Wander(-0.7...0.7, interval: 2))),
      DroneTone(
        pitch: 58,
        partials: [
          DronePartial(ratio: 1, amplitude: 0.02, beat: 0.4, interval: 9),
          DronePartial(ratio: 2, amplitude: 0.02, beat: 0.7, interval: 7),
          DronePartial(ratio: 4, amplitude: 0.006, beat: 1.1, interval: 5),
        ]),
    ])

  /// A drone with this pitch, in hertz, and softly its octaves and fifths.
  static func drone(_ pitch: Double) -> UnderModel {
    UnderModel(
      gain: 1.5, bound: 0.26,
      parts: [
        DroneTone(
          pitch: pitch,
          partials: [
            DronePartial(ratio: 1, amplitude: 0.08, beat: 0.13, interval: 13),
            DronePartial(ratio: 2, amplitude: 0.06, beat: 0.19, interval: 11),
            DronePartial(ratio: 3, amplitude: 0.042, beat: 0.23, interval: 9.7),
            DronePartial(ratio: 4, amplitude: 0.028, beat: 0.29, interval: 8.3),
            DronePartial(ratio: 5, amplitude: 0.012, beat: 0.31, interval: 7.9),
            DronePartial(ratio: 6, amplitude: 0.014, beat: 0.37, interval: 7.1),
            DronePartial(ratio: 8, amplitude: 0.009, beat: 0.43, interval: 6.3),
            DronePartial(ratio: 9, amplitude: 0.004, beat: 0.47, interval: 5.9),
            DronePartial(ratio: 10, amplitude: 0.003, beat: 0.53, interval: 5.3),
            DronePartial(ratio: 12, amplitude: 0.003, beat: 0.59, interval: 4.7),
          ])
      ])
  }
}
