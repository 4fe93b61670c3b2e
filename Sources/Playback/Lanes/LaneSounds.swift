import Score

/// Where the bell lane gets its sounds. Neither function blocks; on the playing thread.
struct LaneSounds: Sendable {
  /// The sound of one stroke of a bell.
  var bell: @Sendable (Bell.Sound) -> any LaneSound
  /// The tone to breathe with, from session time 0.
  var breath: @Sendable (Breath) -> any LaneSound
}

extension LaneSounds {
  /// The sounds of `bells`, and the breath's tone.
  init(_ bells: BellSounds) {
    self.init(bell: { bells.sound(for: $0) }, breath: { BreathTone($0) })
  }

  /// Bells and a breath without sound.
  static let silent = LaneSounds(bell: { _ in NoSound() }, breath: { _ in NoSound() })

  private struct NoSound: LaneSound {
    let length = Duration.zero
    func level(at time: Double) -> Float { 0 }
    func add(
      to frames: UnsafeMutableBufferPointer<Float>, from time: Double, sampleRate: Int, gain: Float
    ) {}
  }
}
