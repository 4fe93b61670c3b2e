/// The tone of one phase of a breath: its pitch and its level change evenly from start to end.
struct BreathPhaseTone: Sendable {
  /// The longest rise from silence, and fall to silence, in seconds.
  static let longestEdge = 0.8
  /// The harmonics, as parts of the whole.
  private static let harmonics = (first: 0.77, second: 0.17, third: 0.06)

  /// Seconds since the breath began.
  let start: Double
  /// Seconds; positive.
  let length: Double
  /// In hertz.
  let frequencies: (start: Double, end: Double)
  /// In turns.
  let startPhase: Double
  let levels: (start: Double, end: Double)
  /// Whether it comes out of silence, and whether it ends in silence.
  let hasEdges: (start: Bool, end: Bool)

  var end: Double { start + length }
  /// In turns; less than one.
  var endPhase: Double { phase(at: length).truncatingRemainder(dividingBy: 1) }
  /// Seconds: two edges fit into the phase.
  private var edge: Double { min(Self.longestEdge, length / 2) }
  /// Hertz per second.
  private var glide: Double { (frequencies.end - frequencies.start) / length }

  /// The amplitude when `passed` seconds of the phase have passed.
  func level(at passed: Double) -> Double {
    let part = passed / length
    var level = levels.start + (levels.end - levels.start) * part
    if hasEdges.start { level *= FadeCurve.gain(at: passed / edge) }
    if hasEdges.end { level *= FadeCurve.gain(at: (length - passed) / edge) }
    return level
  }

  /// The phase of the tone in turns, when `passed` seconds of the phase have passed.
  private func phase(at passed: Double) -> Double {
    startPhase + passed * (frequencies.start + glide * passed / 2)
  }

  /// Writes `count` samples from `passed` on.
  ///
  /// The first is exact; the pitch then glides by a recurrence: the angle of each step is itself
  /// turned by a constant angle.
  func write(
    to samples: UnsafeMutableBufferPointer<Double>, from passed: Double, sampleRate: Double
  ) {
    let turn = 2 * Double.pi
    let step = 1 / sampleRate
    let first = phase(at: passed)
    var tone = Rotation(turn * first)
    var advance = Rotation(turn * (phase(at: passed + step) - first))
    let change = Rotation(turn * glide * step * step)
    for index in samples.indices {
      let (sine, cosine) = (tone.sine, tone.cosine)
      let second = 2 * sine * cosine
      let third = sine * (4 * cosine * cosine - 1)
      let wave =
        Self.harmonics.first * sine + Self.harmonics.second * second + Self.harmonics.third * third
      samples[index] = wave * level(at: passed + Double(index) * step)
      tone.turn(by: advance)
      advance.turn(by: change)
    }
  }
}
