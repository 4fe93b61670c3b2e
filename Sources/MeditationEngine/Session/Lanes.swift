import MeditationPlan

/// The sounds beside the music: ringing bells, tones of a breath, layers and speech.
///
/// All of them are functions of session time: a pause ramps the lanes down and keeps them.
struct Lanes {
  /// The limit of the sum of all levels.
  private static let limit: Float = 0.9
  /// How many strokes ring at once: each takes about a hundredth of a processor.
  private static let strokeLimit = 32
  private static let strokeRelease = Duration.milliseconds(100)
  /// How long before its beginning the file of a lane is opened.
  private static let preparation = Duration.seconds(10)
  /// How long after the failure or the end of a file it is reported.
  private static let inspection = Duration.milliseconds(500)

  private(set) var strokes: [Lane] = []
  /// The plan's other lanes, including future ones and those fading out.
  private var planned: [(setting: LaneSetting, lane: Lane)] = []
  /// How the music and the layers give way to speech.
  private(set) var speech = SpeechDuck()
  /// The clock's frame at which it was last opened; `nil` while it is held.
  private var opening: Int?
  /// Buffers for a sound with an envelope, and for everything that gives way to speech.
  private var (scratch, soft): ([Float], [Float]) = ([], [])

  var isEmpty: Bool { strokes.isEmpty && planned.isEmpty }

  /// True if a bell rings at session time `time`, or later.
  func rings(at time: Duration) -> Bool { strokes.contains { $0.until > time } }

  /// True if anything but bells sounds at session time `time`, or later.
  func sounds(at time: Duration) -> Bool { planned.contains { $0.lane.until > time } }

  /// True if anything sounds at session time `time`, unless it is held.
  func isHeard(at time: Duration) -> Bool {
    opening != nil
      && (strokes.contains { isHeard($0, time) } || planned.contains { isHeard($0.lane, time) })
  }

  private func isHeard(_ lane: Lane, _ time: Duration) -> Bool {
    lane.from < time && lane.until > time
  }

  /// Adds a stroke. Beyond the limit, the oldest one fades out, hidden by the others.
  mutating func strike(_ stroke: Lane) {
    let ringing = strokes.indices.filter { !strokes[$0].isReleased }
    if ringing.count >= Self.strokeLimit, let oldest = ringing.first {
      strokes[oldest].release(at: stroke.start, within: Self.strokeRelease)
    }
    strokes.append(stroke)
  }

  mutating func removeAll() {
    strokes.removeAll()
    planned.removeAll()
    speech = SpeechDuck()
  }

  /// Drops what is silent from `time` on and affects no music; a failed file only once reported.
  mutating func removeEnded(at time: Duration) {
    strokes.removeAll { $0.until <= time }
    planned.removeAll { setting, lane in
      lane.until + setting.recovery <= time
        && !((lane.sound as? StreamedSound)?.hasFailed ?? false)
    }
  }

  /// Sounds from `frame` on. What began earlier ramps up.
  mutating func open(at frame: Int) { opening = opening ?? frame }

  /// It was ramped down, or broke off.
  mutating func hold() { opening = nil }

  /// The clock counts frames anew, which ends an incomplete ramp up.
  mutating func rebase() { if opening != nil { opening = .min / 2 } }

  /// Notes in `span` when it sounds, or the music gives way to it.
  func mark(on span: inout ConstantGainSpan) {
    for stroke in strokes { span.changes(from: stroke.from, until: stroke.until) }
    for (setting, lane) in planned {
      span.changes(from: lane.from - setting.lead, until: lane.until + setting.recovery)
      guard lane.sound is StreamedSound else { continue }
      let next = span.now + Self.inspection
      span.ends(at: max(next, lane.from - Self.preparation))
      // A file that fails is reported.
      if lane.until > span.now { span.ends(at: lane.until) }
    }
  }

  // MARK: What the plan has

  mutating func add(_ lane: Lane, for setting: LaneSetting) { planned.append((setting, lane)) }

  /// Moves the end of the lane with this `setting` to the setting's, but not before a release from
  /// `now` on. Returns false if there is no such lane, or if it is fading out already.
  mutating func extend(_ setting: LaneSetting, notBefore now: Duration) -> Bool {
    guard let index = planned.lastIndex(where: { $0.setting.isSame(as: setting) }) else {
      return false
    }
    planned[index].lane.end(at: setting.until, notBefore: now)
    return true
  }

  /// Fades out the lanes that are not `wanted`, from `now` on. They then count as gone.
  mutating func releaseAll(except wanted: [LaneSetting], at now: Duration) {
    for index in planned.indices where !planned[index].setting.isReleased {
      let setting = planned[index].setting
      if wanted.contains(where: { $0.isSame(as: setting) }) { continue }
      planned[index].lane.release(at: now, within: LaneSetting.ramp)
      planned[index].setting.isReleased = true
    }
  }

  /// Starts reading files that will soon be heard.
  func prepare(at clock: FrameClock) {
    for (_, lane) in planned {
      guard let stream = lane.sound as? StreamedSound, lane.from <= clock.now + Self.preparation
      else { continue }
      stream.prepare(
        from: lane.firstNumber(from: clock.frame, of: clock), sampleRate: clock.sampleRate)
    }
  }

  /// Takes the first failure of a file that is no longer heard at session time `now`. It is not
  /// reported when it is found, because that depends on the disk.
  func takeFailure(at now: Duration) -> (path: String, reason: String)? {
    for (setting, lane) in planned where lane.until <= now {
      if let error = (lane.sound as? StreamedSound)?.takeFailure(), let path = setting.path {
        return (path, error.reason)
      }
    }
    return nil
  }

  /// Finds when somebody speaks, before `count` frames are mixed from the clock's `frame` on.
  mutating func listen(_ count: Int, from frame: Int, of clock: FrameClock) {
    let last = clock.time(of: ControlCurve.frameOfChange(after: frame + count))
    for (setting, lane) in planned where lane.from - setting.lead <= last {
      (lane.sound as? StreamedSound)?.wait(
        for: count, from: lane.firstNumber(from: frame, of: clock))
    }
    speech.stretches = planned.flatMap { setting, lane in
      setting.isSpeech
        ? (lane.sound as? StreamedSound)?.speech.compactMap { SpeechDuck.stretch($0, of: lane) }
          ?? []
        : []
    }
  }

  // MARK: Levels

  /// The sum of all levels at session time `seconds`, before the limit, with those of `upcoming`.
  func level(at seconds: Double, _ upcoming: [Lane]) -> Float {
    var level: Float = 0
    for lane in upcoming { level += lane.level(at: seconds) }
    for lane in strokes { level += lane.level(at: seconds) }
    for (_, lane) in planned where !lane.givesWay { level += lane.level(at: seconds) }
    let soft = planned.reduce(Float(0)) {
      $1.lane.givesWay ? $0 + $1.lane.level(at: seconds) : $0
    }
    return soft == 0 ? level : level + soft * Float(speech.gain(at: seconds))
  }

  /// The gain that keeps a sum of `level` within the limit.
  static func limiterGain(_ level: Float) -> Float { level > limit ? limit / level : 1 }

  /// The highest gain of the music over bells of `level` that cannot clip. The margin is for a peak
  /// between two frames at which the level is computed.
  static func musicRoom(_ level: Float) -> Float { 1 - 1.02 * min(level, limit) }

  // MARK: Mixing

  /// Adds stereo frames to `frames`, from the clock's `frame` on.
  ///
  /// - Parameter rampFrame: Set while the lane is being held: how many frames of its ramp down were
  ///   mixed. What begins after the ramp is left out.
  mutating func add(
    to frames: UnsafeMutableBufferPointer<Float>, from frame: Int, of clock: FrameClock,
    rampFrame: Int?
  ) {
    guard let opening else { return }
    let ramp = OutputGain.transportRamp.frameCount(at: clock.sampleRate)
    let end = rampFrame.map { clock.time(of: frame - $0) }
    // Sounds that began before the opening ramp up; later strokes keep their onset. After the ramp,
    // all are added in a fixed order, or the last bit of a sum would depend on the chunk.
    let opened = clock.time(of: opening)
    let count = min(max(opening + ramp - frame, 0), frames.count / 2)
    if count > 0 {
      let ramped = UnsafeMutableBufferPointer(rebasing: frames[..<(2 * count)])
      add(to: ramped, from: frame, of: clock) { $0 < opened }
      Self.scale(ramped, from: frame - opening, within: ramp) { RaisedCosine.rise($0) }
      add(to: ramped, from: frame, of: clock) { begins in
        begins >= opened && end.map { begins < $0 } ?? true
      }
    }
    let rest = UnsafeMutableBufferPointer(rebasing: frames[(2 * count)...])
    if !rest.isEmpty {
      add(to: rest, from: frame + count, of: clock) { begins in end.map { begins < $0 } ?? true }
    }
    guard let rampFrame else { return }
    Self.scale(frames, from: rampFrame, within: ramp) { 1 - RaisedCosine.rise($0) }
  }

  /// Adds the sounds whose beginnings `isWanted` accepts.
  private mutating func add(
    to frames: UnsafeMutableBufferPointer<Float>, from frame: Int, of clock: FrameClock,
    where isWanted: (Duration) -> Bool
  ) {
    for stroke in strokes where isWanted(stroke.from) {
      stroke.add(to: frames, from: frame, of: clock, scratch: &scratch)
    }
    for (_, lane) in planned where !lane.givesWay && isWanted(lane.from) {
      lane.add(to: frames, from: frame, of: clock, scratch: &scratch)
    }
    let giving = planned.filter { $0.lane.givesWay && isWanted($0.lane.from) }
    guard !giving.isEmpty else { return }
    soft.removeAll(keepingCapacity: true)
    soft.append(repeating: 0, count: frames.count)
    soft.withUnsafeMutableBufferPointer { soft in
      for (_, lane) in giving { lane.add(to: soft, from: frame, of: clock, scratch: &scratch) }
      if !speech.stretches.isEmpty {
        ControlCurve.scale(soft, channelCount: 2, from: frame) {
          Float(speech.gain(at: clock.seconds(of: $0)))
        }
      }
      for index in frames.indices { frames[index] += soft[index] }
    }
  }

  /// Scales stereo frames by `gain`, a function of a ramp's phase, whose next frame is `first`.
  private static func scale(
    _ frames: UnsafeMutableBufferPointer<Float>, from first: Int, within count: Int,
    _ gain: (Double) -> Double
  ) {
    for index in 0..<(frames.count / 2) {
      // As in `GainRamp`, the first frame already differs, and the last is at the target.
      let factor = Float(gain(Double(first + index + 1) / Double(count)))
      frames[2 * index] *= factor
      frames[2 * index + 1] *= factor
    }
  }
}

/// A lane of the plan: its sound, its level, its beginning and end.
struct LaneSetting: Equatable {
  /// The usual length of its ramps.
  static let ramp = Duration.milliseconds(300)

  enum Source: Equatable {
    case breath(Breath)
    case layer(Layer.Sound)
    case speech(String)
  }

  var source: Source
  var gain: Float
  /// The session time of the sound's beginning.
  var start: Duration
  var until: Duration
  /// How long it takes to go out before its end.
  var release = ramp
  /// How long it takes to come in at its beginning.
  var attack = Duration.zero
  /// True if it fades out early, because the plan has changed.
  var isReleased = false

  /// True if they differ only in their ends.
  func isSame(as other: LaneSetting) -> Bool {
    (source, gain, start, isReleased)
      == (other.source, other.gain, other.start, other.isReleased)
  }

  var isSpeech: Bool { if case .speech = source { true } else { false } }
  /// How long before its beginning and after its end the music may give way.
  var lead: Duration { isSpeech ? .seconds(SpeechDuck.lead) : .zero }
  var recovery: Duration { isSpeech ? .seconds(SpeechDuck.recovery) : .zero }

  /// The path of its file; `nil` if it has none.
  var path: String? {
    switch source {
    case .breath: nil
    case .layer(let sound): sound.path
    case .speech(let path): path
    }
  }
}
