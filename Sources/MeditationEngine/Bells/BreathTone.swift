import MeditationPlan

/// The tone of a breath: it rises while breathing in, in two steps if there is a top-up, falls
/// while breathing out, and is silent while the breath is held. Its time is session time.
struct BreathTone: LaneSound {
  /// The pitch when the lungs are empty and when they are full, a fifth apart, in hertz.
  private static let pitches = (empty: 144.0, full: 216.0)
  /// The levels there: -27 and -22 dBFS.
  private static let levels = (empty: 0.045, full: 0.08)
  /// How far it rises before the top-up.
  private static let step = 0.8
  /// A tone with shorter edges is softer, so that no edge is steeper than one of this length, in
  /// seconds.
  private static let shortestEdge = 0.3
  /// Frames between two exact values of the tone; fewer where a phase begins.
  private static let blockLength = 256

  /// Of one breath, in seconds.
  private let cycle: Double
  private let tones: [BreathPhaseTone]

  init(_ breath: Breath) {
    cycle = breath.cycle.inSeconds
    let (inhale, exhale) = (breath.inhale.inSeconds, breath.exhale.inSeconds)
    let topUp = breath.topUp.inSeconds
    let sounding = [inhale, topUp, exhale].filter { $0 > 0 }
    let scale = min(1, (sounding.min() ?? 0) / (2 * Self.shortestEdge))
    let levels = (empty: Self.levels.empty * scale, full: Self.levels.full * scale)
    let isJoined = exhale > 0 && inhale + topUp > 0 && breath.holdFull <= .zero

    func rising(
      from begin: Double, to end: Double, at start: Double, for length: Double, edge: Bool
    ) -> BreathPhaseTone {
      func between(_ ends: (empty: Double, full: Double)) -> (start: Double, end: Double) {
        let span = ends.full - ends.empty
        return (ends.empty + span * begin, ends.empty + span * end)
      }
      return BreathPhaseTone(
        start: start, length: length, frequency: between(Self.pitches), level: between(levels),
        startPhase: 0, hasStartEdge: true, hasEndEdge: edge)
    }
    let first = rising(
      from: 0, to: topUp > 0 ? Self.step : 1, at: 0, for: inhale, edge: topUp > 0 || !isJoined)
    let second = rising(from: Self.step, to: 1, at: inhale, for: topUp, edge: !isJoined)
    let falling = BreathPhaseTone(
      start: inhale + topUp + breath.holdFull.inSeconds, length: exhale,
      frequency: (Self.pitches.full, Self.pitches.empty), level: (levels.full, levels.empty),
      startPhase: isJoined ? (topUp > 0 ? second : first).endPhase : 0, hasStartEdge: !isJoined,
      hasEndEdge: true)
    tones = [first, second, falling].filter { $0.length > 0 }
  }

  func level(at time: Double) -> Float {
    guard time > 0, cycle > 0 else { return 0 }
    let position = time.truncatingRemainder(dividingBy: cycle)
    guard let tone = tones.first(where: { position < $0.end }), position >= tone.start else {
      return 0
    }
    // Rounding to Float may exceed the bound.
    return Float(tone.level(at: position - tone.start)) * 1.000_001
  }

  func add(
    to frames: UnsafeMutableBufferPointer<Float>, from first: Int, sampleRate: Int, gain: Float
  ) {
    guard cycle > 0 else { return }
    let range = soundingFrames(of: frames.count / 2, from: first, sampleRate: sampleRate)
    // Blocks are counted from the beginning, so they are the same in any chunk.
    let firstBlock = range.lowerBound / Self.blockLength * Self.blockLength
    withUnsafeTemporaryAllocation(of: Double.self, capacity: Self.blockLength) { block in
      for start in stride(from: firstBlock, to: range.upperBound, by: Self.blockLength) {
        let end = min(start + Self.blockLength, range.upperBound)
        let room = UnsafeMutableBufferPointer(rebasing: block[..<(end - start)])
        room.initialize(repeating: 0)
        write(to: room, from: start, sampleRate: Double(sampleRate))
        for frame in max(start, range.lowerBound)..<end {
          let sample = Float(room[frame - start]) * gain
          frames[2 * (frame - first)] += sample
          frames[2 * (frame - first) + 1] += sample
        }
      }
    }
  }

  /// Writes the samples of one block, which is still silent, from frame `first` on.
  private func write(
    to block: UnsafeMutableBufferPointer<Double>, from first: Int, sampleRate: Double
  ) {
    var index = 0
    while index < block.count {
      let position = (Double(first + index) / sampleRate).truncatingRemainder(dividingBy: cycle)
      let tone = tones.first { position < $0.end }
      let isSilent = position < tone?.start ?? cycle
      let change = isSilent ? tone?.start ?? cycle : tone?.end ?? cycle
      let count = max(1, ((change - position) * sampleRate).rounded(.up))
      let end = Int(min(Double(index) + count, Double(block.count)))
      if let tone, !isSilent {
        tone.write(
          to: UnsafeMutableBufferPointer(rebasing: block[index..<end]),
          from: position - tone.start, sampleRate: sampleRate)
      }
      index = end
    }
  }
}

/// The tone of one phase of a breath; pitch and level change linearly.
private struct BreathPhaseTone: Sendable {
  /// The longest edge from or to silence, in seconds.
  private static let longestEdge = 0.8
  /// The shares of the harmonics.
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
  /// The amplitude without the edges.
  private let startLevel: Double
  /// Per second.
  private let swell: Double
  /// True if it begins and ends in silence.
  private let hasStartEdge: Bool
  private let hasEndEdge: Bool
  /// In seconds: two edges fit into the phase.
  private let edge: Double

  init(
    start: Double, length: Double, frequency: (start: Double, end: Double),
    level: (start: Double, end: Double), startPhase: Double, hasStartEdge: Bool, hasEndEdge: Bool
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

  /// The amplitude after `passed` seconds of the phase.
  func level(at passed: Double) -> Double {
    var level = startLevel + swell * passed
    if hasStartEdge, passed < edge { level *= RaisedCosine.rise(passed / edge) }
    let rest = length - passed
    if hasEndEdge, rest < edge { level *= RaisedCosine.rise(rest / edge) }
    return level
  }

  /// The phase of the tone in turns, after `passed` seconds of the phase.
  private func phase(at passed: Double) -> Double {
    startPhase + passed * (startFrequency + glide * passed / 2)
  }

  /// Writes samples from `passed` on.
  ///
  /// The first is exact; then the pitch glides by a recurrence that turns each step by one angle.
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
