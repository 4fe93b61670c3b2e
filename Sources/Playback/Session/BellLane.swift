import Score

/// The bells that ring, and the tone to breathe with.
///
/// Everything here is a function of session time: a pause ramps the lane down and keeps its voices.
struct BellLane {
  /// What the sum of all levels is limited to.
  private static let limit: Float = 0.9
  /// How many strokes ring at once: each takes about a hundredth of a processor.
  private static let strokeLimit = 32
  private static let release = Duration.milliseconds(100)

  private(set) var strokes: [LaneVoice] = []
  /// The tones to breathe with, also those to come and those that go out.
  private(set) var breaths: [LaneVoice] = []
  /// The frame of the clock at which it was opened last; `nil` while it is held.
  private var opening: Int?
  /// Room for a sound with an envelope.
  private var scratch: [Float] = []

  var isEmpty: Bool { strokes.isEmpty && breaths.isEmpty }

  /// Whether a bell rings at session time `time`, or will.
  func rings(at time: Duration) -> Bool { strokes.contains { $0.until > time } }

  /// Whether anything is heard at session time `time` unless it is held.
  func isHeard(at time: Duration) -> Bool {
    opening != nil && (heard(strokes, time) || heard(breaths, time))
  }

  private func heard(_ voices: [LaneVoice], _ time: Duration) -> Bool {
    voices.contains { $0.from < time && $0.until > time }
  }

  /// Adds a stroke. Beyond the limit the oldest one goes out, under the many that were struck since.
  mutating func strike(_ voice: LaneVoice) {
    let ringing = strokes.indices.filter { !strokes[$0].isReleased }
    if ringing.count >= Self.strokeLimit, let oldest = ringing.first {
      strokes[oldest].release(at: voice.start, within: Self.release)
    }
    strokes.append(voice)
  }

  /// Adds a tone to breathe with.
  mutating func breathe(_ voice: LaneVoice) { breaths.append(voice) }

  /// Whether there is a tone to breathe with that begins at session time `start`.
  func breathes(from start: Duration) -> Bool { breaths.contains { $0.start == start } }

  /// Ends the latest tone to breathe with that begins at session time `start`, at `planned` or as soon
  /// as a release from `now` on allows.
  mutating func endBreath(from start: Duration, at planned: Duration, notBefore now: Duration) {
    if let last = breaths.lastIndex(where: { $0.start == start }) {
      breaths[last].end(at: planned, notBefore: now)
    }
  }

  mutating func removeAll() {
    strokes.removeAll()
    breaths.removeAll()
  }

  /// Drops what is silent from `time` on.
  mutating func removeEnded(at time: Duration) {
    strokes.removeAll { $0.until <= time }
    breaths.removeAll { $0.until <= time }
  }

  /// Sounds from `frame` on. What had begun before ramps up.
  mutating func open(at frame: Int) { opening = opening ?? frame }

  /// It was ramped down, or broke off.
  mutating func hold() { opening = nil }

  /// The clock begins a new count of frames: an incomplete ramp up ends.
  mutating func rebase() { if opening != nil { opening = .min / 2 } }

  /// Records in `span` when it sounds.
  func mark(on span: inout ConstantGainSpan) {
    for voice in strokes { span.changes(from: voice.from, until: voice.until) }
    for voice in breaths { span.changes(from: voice.from, until: voice.until) }
  }

  // MARK: Levels

  /// The sum of all levels at session time `seconds`, before the limit, with those of `upcoming`.
  func level(at seconds: Double, _ upcoming: [LaneVoice]) -> Float {
    var level: Float = 0
    for voice in upcoming { level += voice.level(at: seconds) }
    for voice in strokes { level += voice.level(at: seconds) }
    for voice in breaths { level += voice.level(at: seconds) }
    return level
  }

  /// The gain that keeps a sum of `level` within the limit.
  static func limiterGain(_ level: Float) -> Float { level > limit ? limit / level : 1 }

  /// The highest gain of the music over bells of `level` that cannot clip. The margin is for a level
  /// that peaks between two frames at which it is computed.
  static func musicRoom(_ level: Float) -> Float { 1 - 1.02 * min(level, limit) }

  // MARK: Mixing

  /// Adds stereo frames to `frames`, from the clock's `frame` on.
  ///
  /// - Parameter rampFrame: Set while the lane is being held: how many frames of its ramp down were
  ///   mixed. What begins after it is left out.
  mutating func add(
    to frames: UnsafeMutableBufferPointer<Float>, from frame: Int, of clock: SessionClock,
    rampFrame: Int?
  ) {
    guard let opening else { return }
    let ramp = OutputGain.transportRamp.frameCount(at: clock.sampleRate)
    let end = rampFrame.map { clock.time(of: frame - $0) }
    // What rang before the opening comes in; a stroke after it is heard with its onset.
    let opened = clock.time(of: opening)
    if frame < opening + ramp {
      add(to: frames, from: frame, of: clock) { $0 < opened }
      Self.scale(frames, from: frame - opening, within: ramp) { RaisedCosine.rise($0) }
      add(to: frames, from: frame, of: clock) { begins in
        begins >= opened && end.map { begins < $0 } ?? true
      }
    } else {
      add(to: frames, from: frame, of: clock) { begins in end.map { begins < $0 } ?? true }
    }
    guard let rampFrame else { return }
    Self.scale(frames, from: rampFrame, within: ramp) { 1 - RaisedCosine.rise($0) }
  }

  /// Adds the sounds whose beginnings are wanted.
  private mutating func add(
    to frames: UnsafeMutableBufferPointer<Float>, from frame: Int, of clock: SessionClock,
    where isWanted: (Duration) -> Bool
  ) {
    for voice in strokes where isWanted(voice.from) {
      voice.add(to: frames, from: frame, of: clock, scratch: &scratch)
    }
    for voice in breaths where isWanted(voice.from) {
      voice.add(to: frames, from: frame, of: clock, scratch: &scratch)
    }
  }

  /// Scales stereo frames by `gain` of the phase of a ramp, whose frame `first` comes next.
  private static func scale(
    _ frames: UnsafeMutableBufferPointer<Float>, from first: Int, within count: Int,
    _ gain: (Double) -> Double
  ) {
    for index in 0..<(frames.count / 2) {
      // As in `GainRamp`, the first frame already differs, and the last one is at the target.
      let factor = Float(gain(Double(first + index + 1) / Double(count)))
      frames[2 * index] *= factor
      frames[2 * index + 1] *= factor
    }
  }
}
