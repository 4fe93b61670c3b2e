import Score

/// How the mixer follows the session.
extension SessionMixer {
  /// The gain of the first of several strokes, -6 dB: soft enough that nobody who sits in silence is
  /// startled, and still well above music that gives way by 9 dB.
  private static let firstStroke: Float = 0.5
  /// How long the tone to breathe with takes to come in or go out where its pattern does not.
  private static let breathRamp = Duration.milliseconds(300)

  /// Whether `target` is about a session other than the present one, whose bells end.
  func isOther(_ target: SessionTarget) -> Bool {
    self.target.map { $0.number != target.number } ?? false
  }

  /// Whether `target` ends the session at the next frame.
  func endsAtOnce(under target: SessionTarget) -> Bool {
    guard !isOver else { return false }
    return target.isOver || target.plan.end.map { clock.frame(at: $0) <= clock.frame } ?? false
  }

  /// Follows `target` in what is to come.
  func follow(_ target: SessionTarget) {
    if self.target?.number != target.number { begin(target) }
    self.target = target
    let before = gain.gain(at: clock.now.inSeconds)
    end(under: target)
    strokes.follow(Timetable(target.plan, endedAt: ending.time), at: clock)
    prepareStroke()
    gain.follow(target.plan, endingAt: isOver ? ending.time : target.plan.end)
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
      gain.follow(target.plan, endingAt: target.plan.end)
      gain.begin(at: .zero)
    }
    breathing = nil
    settleVolume()
    removeBells()
  }

  /// Drops all bells and cues, because the session was left.
  func removeBells() {
    lane.removeAll()
    lane.hold()
    reached.removeAll()
    reconsider()
  }

  private func end(under target: SessionTarget) {
    let isAhead = target.plan.end.map { clock.frame(at: $0) > clock.frame } ?? true
    if isAhead && !target.isOver {
      ending = .ahead(target.plan.end)
    } else if !isOver {
      ending = .passed(earliestStroke)
      if !target.isOver { reportEnd() }
    }
  }

  /// When the closing bells may begin if nobody expected them: over bells that ring, once the gains
  /// that are in use have passed, so that these do not step.
  private var earliestStroke: Duration {
    lane.isEmpty ? clock.now : clock.time(of: ControlCurve.frameOfChange(after: clock.frame))
  }

  /// Reports the end, once more if the session may have missed it.
  func reportEnd() {
    guard let time = ending.time else { return }
    reached.append(Cue(.end, at: min(time, clock.now)), at: clock.now)
  }

  // MARK: Cues

  /// Ends the session and strikes bells if they are due at the next frame.
  func reachCues() {
    if case .ahead(let end?) = ending, clock.frame(at: end) <= clock.frame {
      ending = .passed(end)
      reportEnd()
    }
    while let cues = strokes.take(at: clock) {
      // Strokes of one time sound as one.
      if let voice = upcoming {
        lane.strike(LaneVoice(voice.sound, gain: voice.gain, struckAt: clock.now))
        gain.strike(at: clock.now, hold: voice.sound.hold)
      }
      for cue in cues { reached.append(cue, at: clock.now) }
      prepareStroke()
    }
  }

  private func prepareStroke() {
    upcoming = nil
    if let next = strokes.next, let plan = target?.plan, plan.bell.volume > 0 {
      var gain = VolumeCurve.gain(percent: min(plan.bell.volume, 100))
      if strokes.atNext.allSatisfy(plan.beginsSeveral) { gain *= Self.firstStroke }
      upcoming = LaneVoice(sounds.bell(plan.bell.sound), gain: gain, struckAt: next.time)
    }
    gain.nextStroke = upcoming?.start
  }

  /// The first song of the session begins, unless that was before.
  func beginMusic() {
    guard !gain.hasBegun else { return }
    gain.begin(at: clock.now)
    reconsider()
  }

  /// The music ends with a song after `time`; `nil` if that is not known, or it goes on.
  func endMusic(in time: Duration?) {
    let before = gain.gain(at: clock.now.inSeconds)
    gain.end(at: time.map { clock.now + $0 })
    gain.adapt(from: before, at: clock.now)
    reconsider()
  }

  /// Whether a bell rings.
  var rings: Bool { lane.rings(at: clock.now) }

  /// Whether anything sounds or is to be struck after the end.
  var ringsOut: Bool {
    rings || strokes.next != nil || lane.breaths.contains { $0.until > clock.now }
  }

  /// Drops all bells, including those to come.
  func abandonBells() {
    strokes = StrokeSequence()
    upcoming = nil
    removeBells()
  }

  // MARK: Breath

  private func breathe(_ plan: Plan) {
    let now = clock.now
    let breath = plan.breath.map { BreathSetting(breath: $0, volume: plan.breathVolume) }
    if breath != breathing {
      for index in lane.breaths.indices { lane.breaths[index].end(at: now, notBefore: now) }
      breathing = nil
    }
    guard let breath else { return }
    defer { breathing = breath }
    let end = ending.time.map(breath.breath.end(before:)) ?? .seconds(Int32.max)
    if breathing != nil, let last = lane.breaths.indices.last {
      lane.breaths[last].end(at: end, notBefore: now)
    } else if end > now, !isOver {
      lane.breaths.append(
        LaneVoice(
          sounds.breath(breath.breath), gain: VolumeCurve.gain(percent: breath.volume), from: now,
          until: end, ramp: Self.breathRamp))
    }
  }
}

/// A tone to breathe with, and its volume in percent.
struct BreathSetting: Equatable {
  var breath: Breath
  var volume: Int
}

extension Plan {
  /// Whether `cue` is the first of several strokes that belong together.
  fileprivate func beginsSeveral(_ cue: Cue) -> Bool {
    switch cue.kind {
    case .opening: cue.stroke == 1 && opening > 1
    case .closing: cue.stroke == 1 && closing > 1
    case .bell, .end: false
    }
  }
}
