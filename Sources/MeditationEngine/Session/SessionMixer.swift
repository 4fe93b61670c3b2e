import MeditationPlan

/// Mixes a session: the music, whose gain follows from the plan, and the lanes.
///
/// How a frame is mixed depends only on its session time, which advances by the frames that pass
/// here. Where the music needs no mixing, nothing is computed.
///
/// Not thread-safe: owned by the player, and used by its device as it converts.
final class SessionMixer {
  private let sounds: LaneSounds
  private(set) var clock = FrameClock()
  /// The target adopted last; `nil` before the first.
  private(set) var target: MixTarget?
  private var ending = SessionEnding.ahead(nil)
  private var gain = MusicGain()
  private var cues = CueSequence()
  /// The next strokes, all at one time, for which room is needed.
  private var upcoming: [Lane] = []
  /// The cues reached by mixed frames, with their times, until those frames are written.
  private(set) var reached: [(cue: Cue, time: Duration)] = []

  private var lanes = Lanes()
  private var blend = LaneBlend()
  private var volume = LaneVolume()
  /// A bell heard while no session plays. It has its own time, because session time stands.
  private var preview: (lanes: Lanes, clock: FrameClock)?
  /// True if the music needs no mixing until `lookAgain`.
  private var isPlain = true
  /// True if the music waits until `lookAgain`.
  private var isMusicHeld = false
  /// The clock's frame at which to look again for what begins or ends; 0 is at once.
  private var lookAgain = 0
  /// While the lanes are being held: how many frames of the ramp were mixed.
  private var rampFrame: Int?
  /// All frames that have ever advanced the clock.
  private(set) var passedFrameCount = 0

  init(sounds: LaneSounds) { self.sounds = sounds }

  var followsPlan: Bool { target.map { !$0.plan.isOfSongsAlone } ?? false }
  /// True if the session is over: the music is silent, and bells ring out.
  var isOver: Bool { ending.isPassed }
  /// True if the lanes are heard in the last frame, and must be ramped down.
  var isHeard: Bool {
    if let preview { return preview.lanes.isHeard(at: preview.clock.now) }
    return lanes.isHeard(at: clock.now)
  }

  /// For how many frames the mixing does not change; at least one. Strikes what is due.
  var constantGainFrameCount: Int {
    guard preview == nil else { return .max }
    arrive()
    return lookAgain - clock.frame
  }

  /// True if silence replaces the music, which waits at its frame.
  var holdsMusic: Bool {
    guard preview == nil else { return false }
    arrive()
    return isMusicHeld
  }

  /// True if the next `count` frames of music need no mixing.
  func passes(_ count: Int) -> Bool {
    rampFrame == nil && preview == nil && count <= constantGainFrameCount && isPlain
  }

  /// Mixes for an output of `format` from here on.
  func prepare(for format: OutputFormat) {
    blend.prepare(channelCount: format.channelCount)
    guard clock.sampleRate != format.sampleRate else { return }
    clock.change(to: format.sampleRate)
    gain.interval = ControlCurve.duration(at: clock.sampleRate)
    lanes.rebase()
    preview?.clock.change(to: format.sampleRate)
    preview?.lanes.rebase()
    lookAgain = 0
  }

  // MARK: - Frames

  /// Notes that `count` frames passed unmixed; those of a ramp do not count.
  func pass(_ count: Int) {
    guard rampFrame == nil else { return }
    if preview != nil { return passPreview(count) }
    clock.advance(by: count)
    passedFrameCount += count
    arrive()
  }

  /// Changes the gain of `samples`, whole frames, and adds the lanes; true if any frame needed it.
  func mix(_ samples: UnsafeMutableBufferPointer<Float>) -> Bool {
    let channelCount = blend.channelCount
    let count = samples.count / channelCount
    if let done = rampFrame {
      rampFrame = done + count
      mixLanes(samples, rampFrame: done)
      return true
    }
    if preview != nil {
      mixLanes(samples, rampFrame: nil)
      pass(count)
      return true
    }
    var done = 0
    var isChanged = false
    while done < count {
      let part = min(count - done, constantGainFrameCount)
      if !isPlain {
        let range = (done * channelCount)..<((done + part) * channelCount)
        let room = UnsafeMutableBufferPointer(rebasing: samples[range])
        mixLanes(room, rampFrame: nil)
        isChanged = true
      }
      pass(part)
      done += part
    }
    return isChanged
  }

  /// Skips `duration`, for which the device had nothing to play, so that what follows comes at its
  /// time. Strokes in that time are struck now.
  func skip(_ duration: Duration) {
    clock.advance(by: duration.frameCount(at: clock.sampleRate))
    lookAgain = 0
    // Otherwise a timetable adopted next would drop what is due before the clock's frame.
    if preview == nil { arrive() }
  }

  /// Goes back by `count` frames that were mixed and then lost.
  func lose(_ count: Int) {
    // Frames from before a change of the rate were already written.
    clock.goBack(by: count)
    passedFrameCount -= count
    lanes.hold()
    lookAgain = 0
  }

  /// Strikes what is due at the next frame, and finds how long nothing else changes.
  private func arrive() {
    guard clock.frame >= lookAgain else { return }
    reachCues()
    lanes.removeEnded(at: clock.now)
    lanes.prepare(at: clock)
    var span = ConstantGainSpan(clock)
    lanes.mark(on: &span)
    gain.mark(on: &span)
    if let next = cues.nextStroke { span.ends(at: next) }
    if let next = cues.nextMoment { span.ends(at: next) }
    if case .ahead(let end?) = ending { span.ends(at: end) }
    (isPlain, isMusicHeld, lookAgain) = (span.isPlain, span.holdsMusic, span.end)
  }

  /// Mixes frames, the first of which is the clock's next one or, in a ramp, `rampFrame` after it.
  private func mixLanes(_ samples: UnsafeMutableBufferPointer<Float>, rampFrame: Int?) {
    let offset = rampFrame ?? 0
    guard var preview = self.preview.take() else {
      lanes.listen(samples.count / blend.channelCount, from: clock.frame + offset, of: clock)
      gain.speech = lanes.speech
      return blend.apply(
        to: samples, from: clock.frame + offset, of: clock, gain: gain, lanes: &lanes,
        volume: volume, upcoming: upcoming, rampFrame: rampFrame)
    }
    defer { self.preview = preview }
    return blend.apply(
      to: samples, from: preview.clock.frame + offset, of: preview.clock, gain: MusicGain(),
      lanes: &preview.lanes, volume: volume, upcoming: [], rampFrame: rampFrame)
  }

  // MARK: - Volume

  /// Changes the volume of the session to `percent`, for ringing bells with a ramp.
  func changeVolume(to percent: Int) {
    guard volume.percent != percent else { return }
    volume.change(to: percent, from: isHeard ? (preview?.clock ?? clock).now : nil)
  }

  // MARK: - Preview

  /// True if a bell is heard while no session plays.
  var isPreviewing: Bool { preview != nil }

  /// Strikes `bell` once while no session plays.
  func beginPreview(of bell: Bell) {
    volume.settle()
    var lanes = Lanes()
    lanes.open(at: 0)
    lanes.strike(
      Lane(
        sounds.bell(bell.sound), gain: VolumeCurve.gain(percent: bell.volume), struckAt: .zero))
    preview = (lanes, FrameClock(sampleRate: clock.sampleRate))
  }

  private func endPreview() {
    preview = nil
    volume.settle()
  }

  private func passPreview(_ count: Int) {
    preview?.clock.advance(by: count)
    if let preview, !preview.lanes.rings(at: preview.clock.now) { endPreview() }
  }

  // MARK: - Holding

  /// Begins a ramp down of all lanes, whose frames are played again: session time stays.
  func beginHold() { rampFrame = rampFrame ?? 0 }

  /// How many frames the ramp still takes.
  var holdFrameCount: Int {
    guard isHeard, let rampFrame else { return 0 }
    return max(OutputGain.transportRamp.frameCount(at: clock.sampleRate) - rampFrame, 0)
  }

  func endHold() {
    rampFrame = nil
    if preview != nil { endPreview() }
    lanes.hold()
  }

  /// Sounds from the next frame on. What began earlier ramps up.
  func open() { lanes.open(at: clock.frame) }

  func deviceLost() {
    lanes.hold()
    if preview != nil { endPreview() }
  }

  // MARK: - What the session wants

  /// True if `target` is about another session; then the bells of this one end.
  func isOther(_ target: MixTarget) -> Bool {
    self.target.map { $0.number != target.number } ?? false
  }

  /// True if `target` ends the session at the next frame.
  func endsAtOnce(under target: MixTarget) -> Bool {
    guard !isOver else { return false }
    return target.isOver || target.plan.end.map { clock.frame(at: $0) <= clock.frame } ?? false
  }

  func adopt(_ target: MixTarget) {
    if self.target?.number != target.number { begin(target) }
    self.target = target
    let before = gain.gain(at: clock.now.inSeconds)
    adoptEnd(target)
    gain.adopt(target.plan, endingAt: isOver ? ending.time : target.plan.end, at: clock.now)
    adoptStrokes(of: target.plan)
    gain.adapt(from: before, at: clock.now)
    adoptLanes(target)
    lookAgain = 0
  }

  /// Adopts the times of strokes: none in the last 2 s if the songs end the session.
  private func adoptStrokes(of plan: Plan) {
    let timetable = Timetable(plan, endedAt: ending.time, songsEnd: gain.songEnd)
    cues.replaceTimetable(timetable, at: clock)
    prepareStroke()
  }

  /// Begins session time anew; ringing bells were ramped down.
  private func begin(_ target: MixTarget) {
    clock = FrameClock(at: target.beginning, sampleRate: clock.sampleRate)
    cues = CueSequence(from: target.beginning)
    ending = .ahead(nil)
    gain = MusicGain()
    gain.interval = ControlCurve.duration(at: clock.sampleRate)
    if target.beginning > .zero {
      // When a session is resumed, its music has already faded in.
      gain.adopt(target.plan, endingAt: target.plan.end, at: target.beginning)
      gain.begin(at: .zero)
    }
    volume.settle()
    removeBells()
  }

  private func adoptEnd(_ target: MixTarget) {
    let isAhead = target.plan.end.map { clock.frame(at: $0) > clock.frame } ?? true
    if isAhead && !target.isOver {
      ending = .ahead(target.plan.end)
    } else if !isOver {
      ending = .ringingOut(since: earliestStroke)
      if !target.isOver { reportEnd() }
    }
  }

  /// When unexpected closing bells may begin: if bells ring, only after the gains in use, so that
  /// these do not step.
  private var earliestStroke: Duration {
    lanes.isEmpty ? clock.now : clock.time(of: ControlCurve.frameOfChange(after: clock.frame))
  }

  // MARK: - Music

  /// Notes the first song's beginning, the first time.
  func beginMusic() {
    guard !gain.hasBegun else { return }
    gain.begin(at: clock.now)
    lookAgain = 0
  }

  /// Notes that the music ends after `time`; `nil` if unknown, or if it goes on.
  func endMusic(in time: Duration?) {
    let before = gain.gain(at: clock.now.inSeconds)
    gain.end(after: time, from: clock.now)
    if let target { adoptStrokes(of: target.plan) }
    gain.adapt(from: before, at: clock.now)
    if let target { adoptLanes(target) }
    lookAgain = 0
  }

  // MARK: - Cues

  func takeCue(upTo time: Duration) -> (cue: Cue, time: Duration)? {
    guard let first = reached.first, first.time <= time else { return nil }
    return reached.removeFirst()
  }

  /// Reports the end again, because the session may have missed it, and later the end of ringing.
  func repeatEnd() {
    reportEnd()
    if case .silent(let time) = ending { ending = .ringingOut(since: time) }
  }

  private func reportEnd() {
    guard let time = ending.time, let plan = target?.plan else { return }
    reached.append((Cue.end(of: plan, at: min(time, clock.now)), clock.now))
  }

  /// The session time of the next cue to be reported; `nil` if there is none.
  var nextCueTime: Duration? {
    let end: Duration? = if case .ahead(let end) = ending { end } else { nil }
    let planned = [cues.nextStroke, cues.nextMoment, end].compactMap(\.self).min()
    return reached.first?.time ?? planned.map { clock.time(of: clock.frame(at: $0)) }
  }

  /// Ends the session and strikes bells that are due at the next frame.
  private func reachCues() {
    if case .ahead(let end?) = ending, clock.frame(at: end) <= clock.frame {
      ending = .ringingOut(since: end)
      reportEnd()
    }
    // Of the strokes delayed by a hole, only the last ones are heard.
    var due: [Lane] = []
    while let arrived = cues.take(at: clock) {
      if arrived.contains(where: \.kind.isStroke) {
        due = upcoming
        prepareStroke()
      }
      for cue in arrived { reached.append((cue, clock.now)) }
    }
    for voice in due {
      lanes.strike(Lane(voice.sound, gain: voice.gain, struckAt: clock.now))
      gain.strike(at: clock.now, hold: voice.sound.hold)
    }
  }

  private func prepareStroke() {
    // Strokes of one time and sound are heard as the loudest of them.
    var gains: [Bell.Sound: Float] = [:]
    let next = cues.strokes
    for cue in next where cue.bell.volume > 0 {
      let gain = VolumeCurve.gain(percent: min(cue.bell.volume, 100)) * Float(cue.gain)
      gains[cue.bell.sound] = max(gains[cue.bell.sound] ?? 0, gain)
    }
    upcoming = next.compactMap { cue in
      gains.removeValue(forKey: cue.bell.sound).map {
        Lane(sounds.bell(cue.bell.sound), gain: $0, struckAt: cue.time)
      }
    }
    gain.nextStroke = upcoming.first?.start
  }

  // MARK: - Bells after the end

  var rings: Bool { lanes.rings(at: clock.now) }

  /// True if anything sounds or will be struck after the end.
  var ringsOut: Bool {
    rings || cues.nextStroke != nil || lanes.sounds(at: clock.now)
  }

  /// True if the session is over and its bells have rung out.
  var hasRungOut: Bool { if case .silent = ending { true } else { false } }

  /// Notes that the bells have rung out, without reporting it again.
  func finishRingingOut() {
    if let time = ending.time { ending = .silent(since: time) }
  }

  /// Drops all bells and cues of a session that was left.
  func removeBells() {
    lanes.removeAll()
    lanes.hold()
    reached.removeAll()
    lookAgain = 0
  }

  /// Drops all bells, even those to come.
  func abandonBells() {
    cues = CueSequence()
    upcoming = []
    removeBells()
  }

  // MARK: - Breath, layers and speech

  /// The gain of a file at 100 %: -6 dB.
  private static let fileGain: Float = 0.5
  /// The limit of the sum of the layers, so that the music keeps its place.
  private static let layerLimit: Float = 0.5

  /// Takes the first failure of a voice's or a layer's file.
  func takeFailure() -> (path: String, reason: String)? { lanes.takeFailure(at: clock.now) }

  private func adoptLanes(_ target: MixTarget) {
    let now = clock.now
    let wanted = breaths(of: target.plan) + layers(of: target) + speeches(of: target.plan)
    lanes.releaseAll(except: wanted, at: now)
    let new = wanted.filter { !lanes.extend($0, notBefore: now) }
    for setting in new where setting.until > now && !isOver {
      lanes.add(lane(setting, from: now), for: setting)
    }
    lanes.prepare(at: clock)
  }

  private func lane(_ setting: LaneSetting, from now: Duration) -> Lane {
    var givesWay = false
    let sound: any LaneSound
    switch setting.source {
    case .breath(let breath): sound = sounds.breath(breath)
    case .layer(let layer): (sound, givesWay) = (sounds.layer(layer), true)
    case .speech(let path): sound = sounds.speech(path)
    }
    return Lane(sound, of: setting, from: now, givesWay: givesWay)
  }

  /// The end of what lasts as long as the session; later than any session if unknown.
  private func sessionEnd(_ plan: Plan) -> Duration {
    ending.time ?? plan.end ?? gain.songEnd ?? .seconds(Int32.max)
  }

  private func layers(of target: MixTarget) -> [LaneSetting] {
    let plan = target.plan
    func gain(_ layer: Layer) -> Float {
      VolumeCurve.gain(percent: layer.volume) * (layer.sound.path == nil ? 1 : Self.fileGain)
    }
    let sum = plan.loudestLayers { gain($0) * ($0.sound.path == nil ? UnderModel.bound : 1) }
    let scale = sum > Self.layerLimit ? Self.layerLimit / sum : 1
    return plan.layers(settlingFrom: target.beginning, until: sessionEnd(plan)).map { stretch in
      func ramp(_ crossing: Duration, else fade: Duration) -> Duration {
        max(crossing > .zero ? crossing : fade, LaneSetting.ramp)
      }
      return LaneSetting(
        source: .layer(stretch.layer.sound), gain: gain(stretch.layer) * scale,
        start: stretch.begin, until: stretch.end,
        release: ramp(stretch.crossingOut, else: plan.fade.out),
        attack: ramp(stretch.crossingIn, else: plan.fade.in))
    }
  }

  private func speeches(of plan: Plan) -> [LaneSetting] {
    let gain = SpeechDuck.voiceGain * VolumeCurve.gain(percent: plan.voiceVolume)
    let end = sessionEnd(plan)
    return plan.speeches(end: ending.time ?? plan.end).map {
      LaneSetting(source: .speech($0.path), gain: gain, start: $0.begin, until: end)
    }
  }

  private func breaths(of plan: Plan) -> [LaneSetting] {
    let sessionEnd = sessionEnd(plan)
    var begin = Duration.zero
    var settings: [LaneSetting] = []
    for part in plan.parts where begin == .zero || begin < sessionEnd {
      let end = min(part.duration.map { begin + $0 } ?? sessionEnd, sessionEnd)
      if let breath = part.breath {
        settings.append(
          LaneSetting(
            source: .breath(breath), gain: VolumeCurve.gain(percent: plan.breathVolume),
            start: begin, until: begin + breath.end(before: end - begin)))
      }
      begin = end
    }
    return settings
  }
}
