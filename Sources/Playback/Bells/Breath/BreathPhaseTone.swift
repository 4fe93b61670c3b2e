/// The tone of one phase of a breath: its pitch and its level change evenly from start to end.
struct BreathPhaseTone: Sendable {
  /// A value at the start and at the end of the phase.
  struct Course: Sendable {
    var start: Double
    var end: Double
  }

  /// The longest rise from silence, and fall to silence, in seconds.
  static let longestEdge = 0.8
  /// The harmonics, as parts of the whole.
  private static let harmonics = (first: 0.77, second: 0.17, third: 0.06)

  /// Seconds since the breath began.
  let start: Double
  /// In seconds.
  let length: Double
  /// In hertz.
  private let startFrequency: Double
  /// Hertz per second.
  private let glide: Double
  /// In turns.
  private let startPhase: Double
  private let startLevel: Double
  /// Per second.
  private let swell: Double
  private let hasStartEdge: Bool
  private let hasEndEdge: Bool
  /// Seconds: two edges fit into the phase.
  private let edge: Double

  /// - Parameters:
  ///   - start: Seconds since the breath began.
  ///   - length: Positive seconds.
  ///   - frequency: In hertz.
  ///   - level: The amplitude between the edges.
  ///   - startPhase: In turns.
  ///   - hasStartEdge: Whether it comes out of silence.
  ///   - hasEndEdge: Whether it ends in silence.
  init(
    start: Double, length: Double, frequency: Course, level: Course, startPhase: Double,
    hasStartEdge: Bool, hasEndEdge: Bool
  ) {
    self.start = start
    self.length = length
    startFrequency = frequency.start
    glide = (frequency.end - frequency.start) / length
    self.startPhase = startPhase
    startLevel = level.start
    swell = (level.end - level.start) / length
    self.hasStartEdge = hasStartEdge
    self.hasEndEdge = hasEndEdge
    edge = min(Self.longestEdge, length / 2)
  }

  var end: Double { start + length }
  /// In turns; less than one.
  var endPhase: Double { phase(at: length).truncatingRemainder(dividingBy: 1) }

  /// The amplitude when `passed` seconds of the phase have passed.
  func level(at passed: Double) -> Double {
    var level = startLevel + swell * passed
    if hasStartEdge, passed < edge { level *= RaisedCosine.rise(passed / edge) }
    let rest = length - passed
    if hasEndEdge, rest < edge { level *= RaisedCosine.rise(rest / edge) }
    return level
  }

  /// The phase of the tone in turns, when `passed` seconds of the phase have passed.
  private func phase(at passed: Double) -> Double {
    startPhase + passed * (startFrequency + glide * passed / 2)
  }

  /// Writes samples from `passed` on.
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
