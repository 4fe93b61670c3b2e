import Score

/// Mixes the two lanes of a session: the music, whose gain follows from the plan, and the bells.
///
/// What it does to a frame follows from the frame's session time alone, which advances by the
/// frames that pass here. Where the music needs no mixing, nothing is computed.
///
/// Not thread-safe: owned by the player, and used by its device as it converts.
final class SessionMixer {
  /// A tone to breathe with, its volume in percent, and the session times between which it is heard.
  private struct BreathSetting: Equatable {
    var breath: Breath
    var volume: Int
    var from: Duration
    var until: Duration

    /// Whether they differ in their ends alone.
    func isSameTone(as other: BreathSetting) -> Bool {
      (breath, volume, from) == (other.breath, other.volume, other.from)
    }
  }

  /// How long the tone to breathe with takes to come in or go out where its pattern does not.
  private static let breathRamp = Duration.milliseconds(300)

  private let sounds: LaneSounds
  private(set) var clock = SessionClock()
  /// What the session wants; `nil` before its first target.
  private(set) var target: SessionTarget?
  private var ending = SessionEnding.ahead(nil)
  private var gain = MusicGain()
  private var strokes = StrokeSequence()
  /// The bells that will be struck next, at one time, for the room that they need.
  private var upcoming: [LaneVoice] = []
  /// The tones to breathe with, one for each part that has one.
  private var breathing: [BreathSetting] = []
  /// What was reached and not reported yet.
  private(set) var reached = CueQueue()

  private var lane = BellLane()
  private var lanes = LaneBlend()
  private var volume = LaneVolume()
  /// A bell that is heard while no session plays. It has a time of its own: session time stands.
  private var preview: (lane: BellLane, clock: SessionClock)?
  /// Until `lookAgain`, the music needs no mixing.
  private var isPlain = true
  /// Until `lookAgain`, the music waits.
  private var isMusicHeld = false
  /// The frame of the clock at which to look again for what begins or ends.
  private var lookAgain = 0
  /// While the lanes are being held: how many frames of the ramp were mixed.
  private var rampFrame: Int?
  /// All frames that ever advanced the clock.
  private(set) var passedFrameCount = 0

  init(sounds: LaneSounds = .silent) { self.sounds = sounds }

  /// Whether the session has a plan.
  var followsPlan: Bool { target.map { !$0.plan.isOfSongsAlone } ?? false }
  /// Whether the session is over: the music is silent, and bells ring out.
  var isOver: Bool { ending.isPassed }
  /// Whether the bell lane is heard in the last frame, and has to be ramped down.
  var isHeard: Bool {
    if let preview { return preview.lane.isHeard(at: preview.clock.now) }
    return lane.isHeard(at: clock.now)
  }

  /// For how many frames the music is either mixed or not; at least one. Strikes what is due.
  var constantGainFrameCount: Int {
    guard preview == nil else { return .max }
    arrive()
    return lookAgain - clock.frame
  }

  /// Whether the music waits at its frame, and silence takes its place.
  var holdsMusic: Bool {
    guard preview == nil else { return false }
    arrive()
    return isMusicHeld
  }

  /// Whether the next `count` frames of music need no mixing.
  func passes(_ count: Int) -> Bool {
    rampFrame == nil && preview == nil && count <= constantGainFrameCount && isPlain
  }

  /// The frames that pass are for an output of `format` from here on.
  func prepare(for format: OutputFormat) {
    lanes.prepare(channelCount: format.channelCount)
    guard clock.sampleRate != format.sampleRate else { return }
    clock.change(to: format.sampleRate)
    lane.rebase()
    preview?.clock.change(to: format.sampleRate)
    preview?.lane.rebase()
    lookAgain = 0
  }

  // MARK: - Frames

  /// Records that `count` frames passed unmixed; those of a ramp do not count.
  func pass(_ count: Int) {
    guard rampFrame == nil else { return }
    if preview != nil { return passPreview(count) }
    clock.advance(by: count)
    passedFrameCount += count
    arrive()
  }

  /// Changes the gain of `samples`, whole frames of the output's channels, and adds the bells.
  ///
  /// - Returns: Whether any was changed.
  func mix(_ samples: UnsafeMutableBufferPointer<Float>) -> Bool {
    let channelCount = lanes.channelCount
    let count = samples.count / channelCount
    if let done = rampFrame {
      rampFrame = done + count
      return blend(samples, after: done, rampFrame: done)
    }
    if preview != nil {
      defer { pass(count) }
      return blend(samples, after: 0, rampFrame: nil)
    }
    var done = 0
    var isChanged = false
    while done < count {
      let part = min(count - done, constantGainFrameCount)
      if !isPlain {
        let range = (done * channelCount)..<((done + part) * channelCount)
        let room = UnsafeMutableBufferPointer(rebasing: samples[range])
        if blend(room, after: 0, rampFrame: nil) { isChanged = true }
      }
      pass(part)
      done += part
    }
    return isChanged
  }

  /// Goes on as if `duration` had been heard, because the device had nothing to play for as long:
  /// what follows comes at its time. Strokes of that time are struck now.
  func skip(_ duration: Duration) {
    clock.advance(by: duration.frameCount(at: clock.sampleRate))
    lookAgain = 0
  }

  /// Goes back by `count` frames that were mixed and then lost.
  func lose(_ count: Int) {
    // Frames from before a change of the rate were written then.
    clock.advance(by: -min(count, clock.frame))
    passedFrameCount -= count
    lane.hold()
    lookAgain = 0
  }

  /// Strikes what is due at the next frame, and finds for how long nothing else changes.
  private func arrive() {
    guard clock.frame >= lookAgain else { return }
    reachCues()
    lane.removeEnded(at: clock.now)
    var span = ConstantGainSpan(clock)
    lane.mark(on: &span)
    gain.mark(on: &span)
    if let next = strokes.next { span.ends(at: next.time) }
    if let part = strokes.nextPart { span.ends(at: part.time) }
    if case .ahead(let end?) = ending { span.ends(at: end) }
    (isPlain, isMusicHeld, lookAgain) = (span.isPlain, span.holdsMusic, span.end)
  }

  /// Something was changed that may begin or end at any frame.
  private func reconsider() { lookAgain = 0 }

  /// Mixes frames, the first of which is `offset` after the clock's next one.
  private func blend(
    _ samples: UnsafeMutableBufferPointer<Float>, after offset: Int, rampFrame: Int?
  ) -> Bool {
    guard var preview = self.preview.take() else {
      return lanes.apply(
        to: samples, from: clock.frame + offset, of: clock, gain: gain, lane: &lane,
        volume: volume, upcoming: upcoming, rampFrame: rampFrame)
    }
    defer { self.preview = preview }
    return lanes.apply(
      to: samples, from: preview.clock.frame + offset, of: preview.clock, gain: MusicGain(),
      lane: &preview.lane, volume: volume, upcoming: [], rampFrame: rampFrame)
  }

  // MARK: - Volume

  /// Changes the volume of the session to `percent`; bells that ring change with a ramp.
  func changeVolume(to percent: Int) {
    guard volume.percent != percent else { return }
    let clock = preview?.clock ?? clock
    let frame = ControlCurve.frameOfChange(after: clock.frame)
    volume.change(to: percent, from: isHeard ? clock.time(of: frame) : nil)
  }

  // MARK: - Preview

  /// Whether a bell is heard while no session plays.
  var isPreviewing: Bool { preview != nil }

  /// Strikes `bell` once while no session plays.
  func beginPreview(of bell: Bell) {
    volume.settle()
    var lane = BellLane()
    lane.open(at: 0)
    lane.strike(
      LaneVoice(
        sounds.bell(bell.sound), gain: VolumeCurve.gain(percent: bell.volume), struckAt: .zero))
    preview = (lane, SessionClock(sampleRate: clock.sampleRate))
  }

  private func endPreview() {
    preview = nil
    volume.settle()
  }

  private func passPreview(_ count: Int) {
    preview?.clock.advance(by: count)
    if let preview, !preview.lane.rings(at: preview.clock.now) { endPreview() }
  }

  // MARK: - Holding

  /// Begins a ramp down of both lanes, whose frames are played again: session time stays.
  func beginHold() { rampFrame = rampFrame ?? 0 }

  /// How many frames the ramp of the bells still takes.
  var holdFrameCount: Int {
    guard isHeard, let rampFrame else { return 0 }
    return max(OutputGain.transportRamp.frameCount(at: clock.sampleRate) - rampFrame, 0)
  }

  /// The ramp down is complete.
  func endHold() {
    rampFrame = nil
    if preview != nil { endPreview() }
    lane.hold()
  }

  /// Sounds from the next frame on. What had begun before ramps up.
  func open() { lane.open(at: clock.frame) }

  /// The sound broke off.
  func deviceLost() {
    lane.hold()
    if preview != nil { endPreview() }
  }

  // MARK: - What the session wants

  /// Whether `target` is about a session other than the present one, whose bells end.
  func isOther(_ target: SessionTarget) -> Bool {
    self.target.map { $0.number != target.number } ?? false
  }

  /// Whether `target` ends the session at the next frame.
  func endsAtOnce(under target: SessionTarget) -> Bool {
    guard !isOver else { return false }
    return target.isOver || target.plan.end.map { clock.frame(at: $0) <= clock.frame } ?? false
  }

  /// Adopts `target` for what is to come.
  func adopt(_ target: SessionTarget) {
    if self.target?.number != target.number { begin(target) }
    self.target = target
    let before = gain.gain(at: clock.now.inSeconds)
    adoptEnd(target)
    strokes.replaceTimetable(Timetable(target.plan, endedAt: ending.time), at: clock)
    prepareStroke()
    gain.adopt(target.plan, endingAt: isOver ? ending.time : target.plan.end, at: clock.now)
    gain.adapt(from: before, at: clock.now)
    breathe(target.plan)
    reconsider()
  }

  /// Session time begins anew; whatever rang was ramped down.
  private func begin(_ target: SessionTarget) {
    clock = SessionClock(at: target.beginning, sampleRate: clock.sampleRate)
    strokes = StrokeSequence(from: target.beginning)
    ending = .ahead(nil)
    gain = MusicGain()
    if target.beginning > .zero {
      // Resumed in the middle: the music came in when the session began.
      gain.adopt(target.plan, endingAt: target.plan.end, at: target.beginning)
      gain.begin(at: .zero)
    }
    breathing = []
    volume.settle()
    removeBells()
  }

  private func adoptEnd(_ target: SessionTarget) {
    let isAhead = target.plan.end.map { clock.frame(at: $0) > clock.frame } ?? true
    if isAhead && !target.isOver {
      ending = .ahead(target.plan.end)
    } else if !isOver {
      ending = .ringingOut(since: earliestStroke)
      if !target.isOver { reportEnd() }
    } else if !target.isOver, case .silent(let time) = ending {
      ending = .ringingOut(since: time)
    }
  }

  /// When the closing bells may begin if nobody expected them: over bells that ring, once the gains
  /// that are in use have passed, so that these do not step.
  private var earliestStroke: Duration {
    lane.isEmpty ? clock.now : clock.time(of: ControlCurve.frameOfChange(after: clock.frame))
  }

  // MARK: - Music

  /// The first song of the session begins, unless that was before.
  func beginMusic() {
    guard !gain.hasBegun else { return }
    gain.begin(at: clock.now)
    reconsider()
  }

  /// The music ends with a song after `time`; `nil` if that is not known, or it goes on.
  func endMusic(in time: Duration?) {
    let before = gain.gain(at: clock.now.inSeconds)
    gain.end(after: time, from: clock.now)
    gain.adapt(from: before, at: clock.now)
    reconsider()
  }

  // MARK: - Cues

  /// Takes the first cue that was reached at session time `time` or before.
  func takeCue(upTo time: Duration) -> (cue: Cue, time: Duration)? { reached.take(upTo: time) }

  /// Reports the end, once more if the session may have missed it.
  func reportEnd() {
    guard let time = ending.time else { return }
    reached.append(Cue(.end, at: min(time, clock.now)), at: clock.now)
  }

  /// Ends the session and strikes bells if they are due at the next frame.
  private func reachCues() {
    if case .ahead(let end?) = ending, clock.frame(at: end) <= clock.frame {
      ending = .ringingOut(since: end)
      reportEnd()
    }
    while let cues = strokes.take(at: clock) {
      for voice in upcoming {
        lane.strike(LaneVoice(voice.sound, gain: voice.gain, struckAt: clock.now))
        gain.strike(at: clock.now, hold: voice.sound.hold)
      }
      for cue in cues {
        // What closes a part comes before the next one.
        if cue.kind != .closing, let part = strokes.takePart(at: clock, notAfter: cue.time) {
          reached.append(part, at: clock.now)
        }
        reached.append(cue, at: clock.now)
      }
      prepareStroke()
    }
    while let part = strokes.takePart(at: clock) { reached.append(part, at: clock.now) }
  }

  private func prepareStroke() {
    // Strokes of one time and one sound are heard as the loudest of them.
    var gains: [Bell.Sound: Float] = [:]
    let cues = strokes.atNext
    for cue in cues where cue.bell.volume > 0 {
      let gain = VolumeCurve.gain(percent: min(cue.bell.volume, 100)) * Float(cue.gain)
      gains[cue.bell.sound] = max(gains[cue.bell.sound] ?? 0, gain)
    }
    upcoming = cues.compactMap { cue in
      gains.removeValue(forKey: cue.bell.sound).map {
        LaneVoice(sounds.bell(cue.bell.sound), gain: $0, struckAt: cue.time)
      }
    }
    gain.setNextStroke(upcoming.first?.start)
  }

  // MARK: - Bells after the end

  /// Whether a bell rings.
  var rings: Bool { lane.rings(at: clock.now) }

  /// Whether anything sounds or is to be struck after the end.
  var ringsOut: Bool {
    rings || strokes.next != nil || lane.breaths.contains { $0.until > clock.now }
  }

  /// Whether the bells of the session, which is over, have rung out.
  var hasRungOut: Bool {
    switch ending {
    case .silent: true
    case .ahead, .ringingOut: false
    }
  }

  /// The bells have rung out, which is not to be reported again.
  func finishRingingOut() {
    if let time = ending.time { ending = .silent(since: time) }
  }

  /// Drops all bells and cues, because the session was left.
  func removeBells() {
    lane.removeAll()
    lane.hold()
    reached.removeAll()
    reconsider()
  }

  /// Drops all bells, including those to come.
  func abandonBells() {
    strokes = StrokeSequence()
    upcoming = []
    removeBells()
  }

  // MARK: - Breath

  private func breathe(_ plan: Plan) {
    let now = clock.now
    let wanted = breaths(of: plan)
    for old in breathing where !wanted.contains(where: { old.isSameTone(as: $0) }) {
      lane.endBreath(from: old.from, at: now, notBefore: now)
    }
    for new in wanted {
      if breathing.contains(where: { new.isSameTone(as: $0) }), lane.breathes(from: new.from) {
        lane.endBreath(from: new.from, at: new.until, notBefore: now)
      } else if new.until > now, !isOver {
        lane.breathe(
          LaneVoice(
            sounds.breath(new.breath), gain: VolumeCurve.gain(percent: new.volume),
            startingAt: new.from, from: now, until: new.until, ramp: Self.breathRamp))
      }
    }
    breathing = wanted
  }

  private func breaths(of plan: Plan) -> [BreathSetting] {
    var begin = Duration.zero
    var settings: [BreathSetting] = []
    for part in plan.parts {
      if begin > .zero, let end = ending.time, begin >= end { break }
      let end = part.duration.map { begin + $0 } ?? .seconds(Int32.max)
      if let breath = part.breath {
        let stop = min(end, ending.time ?? end)
        settings.append(
          BreathSetting(
            breath: breath, volume: plan.breathVolume, from: begin,
            until: part.duration == nil && ending.time == nil
              ? end : begin + breath.end(before: stop - begin)))
      }
      begin = end
    }
    return settings
  }
}
