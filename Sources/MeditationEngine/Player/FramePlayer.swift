import MeditationPlan

/// Plays decoded frames, one step after another: ramps them in and out, crosses boundaries, writes
/// them to the device and reports events.
///
/// Not thread-safe: owned by the caller of `step`, the playing thread or an offline engine. Only
/// `step`, `retry` and `retryAtOnce` open or write, and so may block.
final class FramePlayer {
  enum Step: Equatable {
    /// This many frames were written, or (0) something else was done; there may be more to do.
    case worked(Int)
    /// Nothing was done, because the device has no room for this long.
    case waits(Duration)
    /// Nothing was done: the decoder is late, or it is not known what follows.
    case starved
    /// Nothing to do until the queue's `playerWake`.
    case idle
    /// Shut down: the sound has ramped down.
    case finished
  }

  private enum Progress {
    /// Its segments play. The value is the song whose end the mixer knows.
    case playing(LastSong?)
    /// It has ended: nothing sounds until the next jump.
    case ended
  }

  /// A song that ends the session, if its length is known.
  private struct LastSong: Equatable {
    var epoch: QueueEpoch
    var generation: Generation
    var length: Duration?
  }

  private enum DeviceState: Equatable {
    /// The device plays, or is opened when there is something to play.
    case available
    /// It holds too little sound, and is closed to be opened with a longer buffer.
    case tooShort
    /// The fallback replaces it, and another attempt may succeed.
    case replaceable
    /// It was lost while it played for this request; a newer request opens it again.
    case lost(request: Int)
    /// It was lost, and a newer request has arrived.
    case askedFor
  }

  /// The least sound with which to resume after an underrun, so that no other follows at once.
  private static let recoveryThreshold = Duration.milliseconds(250)
  /// Kept besides the slice being played: enough for a ramp.
  private static let reserve = Duration.milliseconds(30)

  private let queue: DecodeQueue
  private let device: Device
  private let mixer: SessionMixer
  private let fader: Fader
  private let reporter: EventReporter
  private let systemTime: (() -> Duration)?

  private var lookahead = Lookahead()
  /// The epoch that `lookahead` belongs to.
  private(set) var epoch = QueueEpoch()
  private var deviceState = DeviceState.available
  /// True if an underrun ended the sound.
  private var isRecovering = false
  /// True if the stall was reported, and nothing has sounded since.
  private var isStallReported = false
  private var progress = Progress.playing(nil)
  /// The number of the last bell that was struck while no session plays.
  private var lastPreview = 0

  /// - Parameter systemTime: The system's clock, since 1970-01-01 00:00 UTC; without it no session
  ///   follows the clock.
  init(
    queue: DecodeQueue, device: Device,
    systemTime: (() -> Duration)? = nil, onEvent: @escaping (EngineEvent) -> Void
  ) {
    self.queue = queue
    self.device = device
    mixer = device.mixer
    self.systemTime = systemTime
    fader = Fader(device)
    let elapsed = { device.elapsed }
    reporter = EventReporter(
      now: device.isUnpaced ? elapsed : device.now, elapsed: elapsed, onEvent: onEvent)
  }

  /// Does the next thing that is due, writing at most `limit` frames.
  func step(limit: Int = .max) -> Step {
    let control = queue.control
    if control.target.dropsHeld, device.isHoldingLiveDevice { return drop() }
    if device.hasUnwritten { return flush(limit, control) }
    if control.isQuitting { return (device.isSilent ? nil : endSound()) ?? .finished }
    if deviceState == .replaceable {
      if fader.isSounding { return fadeOut(.all) }
      deviceState = .available
      if device.retry() {
        fader.deviceOpened()
        reporter.report(.deviceRestored)
      }
      return .worked(0)
    }
    mixer.changeVolume(to: control.target.volume)
    if let step = adopt(control) { return step }
    if deviceState == .tooShort {
      if fader.isSounding { return fadeOut(.all) }
      deviceState = .available
      device.close()
      return .worked(0)
    }
    if let step = preview(control, limit) { return step }
    if mixer.isOver { return ringOut(control, limit) }
    guard control.target.segment != nil, !hasEnded else { return rest(control, limit) }
    guard control.target.isPlaying else { return pause() }
    return keepsWaiting(control) ? .idle : play(control, limit)
  }

  private var hasEnded: Bool { if case .ended = progress { true } else { false } }

  // MARK: What the session wants

  /// Adopts the changes in `control`, unless another step had to be done first, which it returns.
  private func adopt(_ control: PlayerControl) -> Step? {
    // Bells ring on through jumps, but not when the session is left or begins again.
    let session = control.target.session
    let isLeft = control.target.segment == nil && !session.isOver && !mixer.isPreviewing
    let dropsBells = isLeft || mixer.isOther(session)
    let isJump = control.epoch.jump != epoch.jump
    if isJump || dropsBells, dropsBells ? fader.isSounding : fader.isMusicSounding {
      return fadeOut(dropsBells ? .all : .music)
    }
    if dropsBells { mixer.removeBells() }
    if isJump {
      jump(control)
    } else if control.epoch != epoch {
      cut(control)
    }
    if session.version != mixer.target?.version ?? 0 {
      if mixer.endsAtOnce(under: session), fader.isMusicSounding { return fadeOut(.music) }
      let wasOver = mixer.isOver
      if mixer.isOther(session) { reporter.beginSession() }
      mixer.adopt(session)
      device.lengthenBuffer(for: session.plan)
      if device.isTooShort { deviceIsTooShort() }
      // The end of a session does not wait for a device.
      if mixer.isOver, !wasOver, isLost { mixer.abandonBells() }
      forgetLastSong()
    }
    // The session may have jumped before it received the end.
    if isJump, mixer.isOver, !isLeft, !session.isOver, mixer.reached.isEmpty {
      mixer.repeatEnd()
    }
    return nil
  }

  private func jump(_ control: PlayerControl) {
    lookahead.removeAll()
    epoch = control.epoch
    reporter.begin(control.target.generation)
    progress = .playing(nil)
    (isRecovering, isStallReported) = (false, false)
  }

  /// Drops frames decoded ahead that no longer follow the boundary.
  private func cut(_ control: PlayerControl) {
    let isReopened = control.epoch.reopened != epoch.reopened
    epoch = control.epoch
    lookahead.cut(after: control.lastKeptSegmentIndex, reopened: isReopened)
  }

  // MARK: Music

  private func play(_ control: PlayerControl, _ limit: Int) -> Step {
    if let wait = device.wait { return .waits(wait) }
    if mixer.holdsMusic { return holdMusic(control, limit) }
    // Otherwise resampled frames would pile up.
    if device.buffer.isReady { return flush(limit, control) }
    refill()
    guard let first = lookahead.first else { return .starved }
    if first.ending != nil { return endSegment() ? .worked(0) : .starved }
    if first.lostFrameCount != nil { return passDamage() }
    guard let format = first.format else { return .starved }
    if let step = prepareDevice(for: format, control) { return step }
    // After a change of the sample rate, the last frames of the run before are written first.
    if device.hasUnwritten { return .worked(0) }
    if control.target.segment?.songID != nil, let output = device.format {
      reporter.reportMixing(of: format, to: output, session: control.target.session.number)
      reporter.reportRefusal(in: first.gain)
    }

    let ramp = OutputGain.transportRamp.frameCount(at: format.sampleRate)
    let held = lookahead.frameCountBeforeDamage
    // Enough for a ramp is held back, so that the sound can always end with one; an end of file
    // needs none.
    let slice = min(
      first.frameCount - lookahead.cursor, device.sliceFrameCount(atRate: format.sampleRate),
      device.buffer.inputLimit(limit), held - (lookahead.holdsEndOfFile ? 0 : ramp))
    guard slice > 0 else { return lookahead.holdsDamage ? fadeOutBeforeDamage() : .starved }
    if isRecovering, held < Self.recoveryThreshold.frameCount(at: format.sampleRate),
      !lookahead.holdsEnding
    {
      return .starved
    }
    isRecovering = false
    if fader.primeDevice() { return .worked(0) }
    isStallReported = false
    noticeUnderrun()
    if keepTime(control, slice: min(slice, held - ramp)) { return .worked(0) }
    fadeMusic(control)
    // A song's own beginning gets no ramp.
    fader.sound(
      percent: control.target.volume, ramps: reporter.position != .zero,
      sampleRate: format.sampleRate)
    // No slice is ramped in part, so frames without a ramp stay bit-exact.
    let constant = fader.constantGainFrameCount
    if reportCues() { return .worked(0) }
    return write(min(slice, constant), limit, control)
  }

  /// Writes `count` frames of the first chunk, and moves on.
  private func write(_ count: Int, _ limit: Int, _ control: PlayerControl) -> Step {
    let piece = Lookahead.Piece(
      index: 0, range: lookahead.cursor..<(lookahead.cursor + count))
    do throws(OutputError) {
      let written = try fader.write(piece, of: lookahead, limit: limit)
      if let end = lookahead.end(of: piece) {
        reporter.position = max(end - device.buffer.held, .zero)
      }
      lookahead.advance(count, heldCount: device.buffer.heldInputFrameCount)
      reportCues(before: device.elapsed)
      reportPositionIfDue(control)
      // A boundary is reported exactly when the last frame before it was passed to the device, and
      // before cues at the same time: the opening bell rings in the first song.
      refill()
      if !device.buffer.isReady, lookahead.first?.ending != nil { _ = endSegment() }
      reportCues()
      return .worked(written)
    } catch {
      return lose(error, control)
    }
  }

  /// Plays silence, over which bells ring, while the music waits at its frame after a fade.
  private func holdMusic(_ control: PlayerControl, _ limit: Int) -> Step {
    if device.buffer.convertsRate {
      rewindHeld()
      device.buffer.removeAll()
    }
    refill()
    if lookahead.first?.ending != nil, endSegment() { return .worked(0) }
    defer { reportPositionIfDue(control) }
    return playSilence(control, limit)
  }

  /// Reports the position about each second; of a file, which waits for the session each time, only
  /// when the session decides by it.
  private func reportPositionIfDue(_ control: PlayerControl) {
    let isRare = device.isUnpaced && !control.target.decidesByTime
    reporter.reportPositionIfDue(after: isRare ? .seconds(10) : .milliseconds(100))
  }

  /// By how much a session may miss its time.
  private static let tolerance = Duration.milliseconds(4)
  /// How well the delay of the device must be known before a session follows the clock.
  private static let certainty = Duration.milliseconds(20)
  /// From this session time on, the best estimate is used: the settling can still be shortened.
  private static let lastCorrection = Duration.seconds(-2)
  /// A larger error is left to the session.
  private static let largestCorrection = Duration.seconds(5)

  /// Brings session time 0 to its time by the system's clock: lengthens or shortens the silent
  /// settling. The device has a clock of its own, and the next frame is heard when all before it
  /// have been played. At most `slice` frames are left out. Returns true if that was needed.
  private func keepTime(_ control: PlayerControl, slice: Int) -> Bool {
    guard let zero = control.target.session.zero, let systemTime, let output = device.format,
      let input = lookahead.first?.format
    else { return false }
    guard mixer.clock.now < .zero, control.target.segment?.songID == nil else {
      // After a late start, begins where the session is now, not where it was before.
      let late = systemTime() - zero - mixer.clock.now
      if mixer.clock.frame == 0, !device.isUnpaced, (.zero..<Self.largestCorrection).contains(late)
      {
        mixer.skip(late)
      }
      return false
    }
    // Until the device has been full, its delay is unknown. Then the estimate improves for a while.
    guard let estimate = device.delay,
      estimate.uncertainty <= Self.certainty || device.elapsed > Self.lastCorrection
    else { return false }
    let early = zero - (systemTime() + estimate.delay - device.elapsed)
    let range = Self.tolerance..<Self.largestCorrection
    if range.contains(early) {
      device.appendSilence(atMost: min(early, .milliseconds(100)))
      return true
    }
    guard range.contains(.zero - early) else { return false }
    // A number of frames that is whole at the output's rate, too, so that the session keeps step.
    let step = input.sampleRate / Self.greatestDivisor(input.sampleRate, output.sampleRate)
    let wanted = min((.zero - max(early, device.elapsed)).frameCount(at: input.sampleRate), slice)
    let count = wanted / step * step
    guard count > 0 else { return false }
    lookahead.advance(count, heldCount: device.buffer.heldInputFrameCount)
    mixer.skip(Duration(frames: count, sampleRate: input.sampleRate))
    return true
  }

  private static func greatestDivisor(_ one: Int, _ other: Int) -> Int {
    other == 0 ? one : greatestDivisor(other, one % other)
  }

  private func refill() {
    let duration = isRecovering ? Self.recoveryThreshold * 2 : device.slice + Self.reserve
    lookahead.refill(from: queue, to: duration, in: epoch)
    updatePosition()
  }

  /// The position of the next frame for the device; a segment that ends is heard to its end.
  private func updatePosition() {
    guard let position = lookahead.position else { return }
    let first = lookahead.first
    if let first, !first.isMarker { reporter.gain = first.gain.decibels }
    let held = first?.isMarker == true ? .zero : device.buffer.held
    reporter.position = max(position - held, .zero)
  }

  var latest: EngineEvent { reporter.latest }

  /// Reports the position, if music sounds or waits while the session plays.
  func reportPosition() {
    if fader.isMusicSounding || (queue.control.target.isPlaying && mixer.holdsMusic) {
      reporter.report(.position)
    }
  }

  /// Tells the mixer what the fades of the music depend on.
  private func fadeMusic(_ control: PlayerControl) {
    // A hole may have passed over the end.
    guard !mixer.isOver else { return }
    if control.target.segment?.songID != nil { mixer.beginMusic() }
    let song = LastSong(
      epoch: epoch, generation: reporter.generation, length: control.lastSongLength)
    guard case .playing(let lastSong) = progress, song != lastSong,
      let position = lookahead.position
    else { return }
    progress = .playing(song)
    mixer.endMusic(in: song.length.map { $0 - position + device.buffer.held })
  }

  /// Makes the mixer get the end of the last song again, because its remaining frames have changed.
  private func forgetLastSong() {
    if !hasEnded { progress = .playing(nil) }
  }

  // MARK: Boundaries and damage

  /// Handles the marker at the head of the lookahead; false if the next segment is not known yet.
  private func endSegment() -> Bool {
    guard let ending = lookahead.first?.ending else { return false }
    switch ending {
    case .damage(let error):
      endGeneration()
      reporter.report(.failed(reason: error.reason))
    case .endOfFile:
      switch queue.cross(reporter.generation.segment, in: epoch) {
      case .unknown:
        // The file has ended, so no ramp is due, and whatever follows starts fresh.
        fader.stop()
        return false
      case .nothing:
        endGeneration()
        // The session time, like the position, is that of the end, which is heard in full.
        reporter.report(.ended, elapsed: mixer.clock.now)
      case .segment:
        lookahead.dropFirst()
        // The position is that of the end, too, although the rate converter still holds the last
        // frames. A cue in one of these is reported later, with its own time: times never go back.
        let end = mixer.clock.time(of: mixer.clock.frame + device.buffer.heldFrameCount)
        reporter.cross(at: min(end, mixer.nextCueTime ?? end))
      }
    }
    return true
  }

  /// Ends the generation: nothing sounds until the next jump.
  private func endGeneration() {
    device.buffer.finishRun()
    fader.stop()
    progress = .ended
    lookahead.removeAll()
  }

  /// Reports what is lost, and goes on behind it with a ramp.
  private func passDamage() -> Step {
    guard let marker = lookahead.first, let count = marker.lostFrameCount,
      let sampleRate = marker.format?.sampleRate
    else { return .worked(0) }
    device.buffer.finishRun()
    fader.stop()
    reporter.report(.damaged(lost: Duration(frames: count, sampleRate: sampleRate)))
    lookahead.dropFirst()
    forgetLastSong()
    return .worked(0)
  }

  /// Plays the last frames before the damage as a ramp down.
  private func fadeOutBeforeDamage() -> Step {
    if fader.isMusicSounding { fader.fadeOut(within: lookahead, heldCount: 0, .music) }
    lookahead.dropFrames()
    return .worked(0)
  }

  // MARK: Ending the sound

  /// Ramps the sound down within the lookahead, whose frames are played again afterwards.
  ///
  /// The ramp begins with the frames held by the device. Those of the song before are heard in
  /// full, because the session has gone on to the next.
  private func fadeOut(_ lanes: Fader.Lanes) -> Step {
    let count =
      fader.isMusicSounding
      ? min(device.buffer.heldInputFrameCount, lookahead.rewindableCount) : 0
    fader.fadeOut(within: lookahead, heldCount: count, lanes)
    lookahead.rewind(count)
    return .worked(0)
  }

  /// Ends the sound with a ramp and silence; `nil` when that is done.
  private func endSound() -> Step? {
    if fader.isSounding { return fadeOut(.all) }
    return fader.drainWithSilence() ? .worked(0) : nil
  }

  private func pause() -> Step {
    guard fader.isSounding else {
      if let step = endSound() { return step }
      reportStart()
      return .idle
    }
    let step = fadeOut(.all)
    updatePosition()
    reporter.report(.position)
    return step
  }

  /// Reports where a paused generation begins: at the end of its song, if the jump went beyond.
  private func reportStart() {
    guard !reporter.hasReportedPosition else { return }
    refill()
    if lookahead.position != nil { reporter.report(.position) }
  }

  // MARK: Bells

  /// Reports the cues reached and written, before `end` if given; false if there are none.
  @discardableResult private func reportCues(before end: Duration? = nil) -> Bool {
    while let (path, reason) = mixer.takeFailure() {
      reporter.report(.laneFailed(path: path, reason: reason))
    }
    guard !mixer.reached.isEmpty else { return false }
    let last = end.map { $0 - .init(attoseconds: 1) } ?? device.elapsed
    var isReported = false
    while let (cue, time) = mixer.takeCue(upTo: last) {
      reporter.report(.cue(cue), elapsed: time)
      isReported = true
    }
    return isReported
  }

  /// After the end, plays the bells over silence until they have rung out.
  private func ringOut(_ control: PlayerControl, _ limit: Int) -> Step {
    // Music is silent at a planned end, but may have begun again since.
    if fader.isMusicSounding { return fadeOut(.music) }
    if reportCues() { return .worked(0) }
    // When they have rung out, a plan can only be for the next session.
    if mixer.ringsOut, !mixer.hasRungOut { return playBells(control, limit) }
    if fader.drainWithSilence() { return .worked(0) }
    let isLeft = control.target.segment == nil && !control.target.session.isOver
    guard !isLeft, !mixer.hasRungOut else { return .idle }
    mixer.finishRingingOut()
    reporter.report(.rangOut)
    return .worked(0)
  }

  /// Nothing is to be played: bells ring on until the session says how it continues. A file waits
  /// for that: otherwise what follows would be as late as the session.
  private func rest(_ control: PlayerControl, _ limit: Int) -> Step {
    if hasEnded, control.target.isPlaying {
      if device.isUnpaced { return .idle }
      if mixer.rings { return playBells(control, limit) }
    }
    return endSound() ?? .idle
  }

  /// Strikes a bell chosen while nothing plays, which rings until a session begins; `nil` if none.
  private func preview(_ control: PlayerControl, _ limit: Int) -> Step? {
    if let wanted = control.preview, wanted.number != lastPreview {
      // The bell before this one.
      if mixer.isPreviewing { return fadeOut(.all) }
      lastPreview = wanted.number
      if isAtRest(control) { mixer.beginPreview(of: wanted.bell) }
    }
    guard mixer.isPreviewing else { return nil }
    guard isAtRest(control), !keepsWaiting(control) else {
      return fadeOut(.all)
    }
    if let wait = device.wait { return .waits(wait) }
    if let step = prepareDevice(for: nil, control) { return step }
    if device.hasUnwritten || fader.primeDevice() { return .worked(0) }
    do throws(OutputError) {
      let count = min(limit, device.silenceSliceFrameCount)
      return .worked(try fader.writeSilence(count, limit: limit))
    } catch {
      return lose(error, control)
    }
  }

  /// True if nothing plays, and no bell of a session rings.
  private func isAtRest(_ control: PlayerControl) -> Bool {
    control.target.segment == nil && !(mixer.isOver && mixer.ringsOut && !mixer.hasRungOut)
  }

  private func playBells(_ control: PlayerControl, _ limit: Int) -> Step {
    if keepsWaiting(control) {
      // A failed file does not come back, and the end of a session does not wait for a device.
      guard device.retryDelay == nil else { return .idle }
      mixer.abandonBells()
      return .worked(0)
    }
    if let wait = device.wait { return .waits(wait) }
    return playSilence(control, limit)
  }

  /// Writes silence, over which bells ring, while they do or the music waits.
  private func playSilence(_ control: PlayerControl, _ limit: Int) -> Step {
    if let step = prepareDevice(for: nil, control) { return step }
    if device.hasUnwritten || fader.primeDevice() { return .worked(0) }
    noticeUnderrun()
    mixer.open()
    let constant = mixer.constantGainFrameCount
    if reportCues() { return .worked(0) }
    guard mixer.ringsOut || mixer.holdsMusic else { return .worked(0) }
    do throws(OutputError) {
      let count = min(limit, constant, device.silenceSliceFrameCount)
      let written = try fader.writeSilence(count, limit: limit)
      reportCues()
      return .worked(written)
    } catch {
      return lose(error, control)
    }
  }

  // MARK: Underruns

  /// Reports an underrun of known length; the session goes on as if the frames had been heard.
  private func noticeUnderrun() {
    if let underrun = device.takeUnderrun() {
      mixer.skip(underrun.more)
      forgetLastSong()
      if let lost = underrun.length, device.isHeard { reporter.report(.underrun(lost: lost)) }
    }
    // Another gap, even a soft one, would move the bells of a plan.
    if device.isTooShort, !mixer.followsPlan { deviceIsTooShort() }
  }

  /// Ramps the sound down, or adds silence, because the decoder is late; false if neither was due.
  func handleUnderrun() -> Bool {
    if fader.isSounding { isRecovering = true }
    return endSound() != nil
  }

  /// Reports a stall, once, but not while the player waits to learn what follows a song. While a
  /// song is measured, reports the progress in `gains` each time, and returns true.
  func reportStall(_ gains: (any GainSource)?) -> Bool {
    // Nobody hears a file being written, and its delays are of no interest.
    guard lookahead.first?.ending == nil, !device.isUnpaced else { return false }
    if let song = queue.control.measuredSong {
      let percent = gains?.measuredPart(of: song).map { Int($0 * 100) }
      reporter.report(.measuring(percent: percent))
      return true
    }
    if !isStallReported {
      isStallReported = true
      reporter.report(.stalled)
    }
    return false
  }

  // MARK: The device

  /// Prepares the device for frames of `format`, or for silence over which bells ring; `nil` if
  /// frames can be written, otherwise the step that was done instead.
  private func prepareDevice(for format: StreamFormat?, _ control: PlayerControl) -> Step? {
    let volume = control.openingVolume
    if let format, mixer.isHeard, device.reopens(for: format, volume: volume) {
      // The last sound before the device is opened again must end with a ramp.
      return fadeOut(.all)
    }
    do throws(OutputError) {
      switch try device.prepare(for: format, volume: volume) {
      case .ready:
        return nil
      case .opened:
        fader.deviceOpened()
        if deviceState == .askedFor {
          deviceState = .available
          reporter.report(.deviceRestored)
        }
      case .fellBack(let error):
        fader.deviceOpened()
        if deviceState == .askedFor { deviceState = .available }
        reporter.report(.noDevice(reason: error.reason))
      case .unconvertible(let error):
        endGeneration()
        reporter.report(.failed(reason: error.reason))
      }
      return .worked(0)
    } catch {
      return lose(error, control)
    }
  }

  private func flush(_ limit: Int, _ control: PlayerControl) -> Step {
    do throws(OutputError) {
      let written = try device.flush(limit)
      updatePosition()
      reportCues()
      return .worked(written)
    } catch {
      return lose(error, control)
    }
  }

  /// Reports the loss of the device and its buffer.
  private func lose(_ error: OutputError, _ control: PlayerControl) -> Step {
    if queue.control.target.dropsHeld { return drop() }
    rewindHeld()
    let underrun = device.takeUnderrun(isLost: true)
    device.lose(error)
    fader.deviceLost()
    let reason = error.reason
    if device.proceedsWithoutDevice() {
      if let underrun { mixer.skip(underrun.more) }
      reporter.report(.noDevice(reason: reason))
    } else {
      deviceState = .lost(request: control.target.requestCount)
      reporter.report(
        device.isUnpaced ? .outputFailed(reason: reason) : .deviceLost(reason: reason))
    }
    return .worked(0)
  }

  /// Reports that the sound has moved to other speakers. It plays on there.
  func reportMove(_ reason: String) { reporter.report(.soundMoved(reason: reason)) }

  /// Plays the frames again that the rate converter holds.
  private func rewindHeld() {
    lookahead.rewind(device.buffer.heldInputFrameCount)
  }

  /// Closes the device and discards the sound that it still holds.
  private func drop() -> Step {
    rewindHeld()
    device.drop()
    fader.deviceLost()
    updatePosition()
    reporter.report(.position)
    return .worked(0)
  }

  private var isLost: Bool { if case .lost = deviceState { true } else { false } }

  /// True if the device is lost, is not back, and no new request has arrived.
  private func keepsWaiting(_ control: PlayerControl) -> Bool {
    if isLost, deviceState != .lost(request: control.target.requestCount) {
      deviceState = .askedFor
    }
    return isLost
  }

  private func deviceIsTooShort() {
    if deviceState == .available { deviceState = .tooShort }
  }

  /// Tries to open a lost device again. The end of a session does not wait for it.
  func retry() {
    guard device.retry() else {
      if mixer.isOver { mixer.abandonBells() }
      return
    }
    deviceState = .available
    reporter.report(.deviceRestored)
  }

  /// Tries at once to open a lost device, or a replaced one when its sound has ended.
  func retryAtOnce() {
    if device.usesFallback, !isLost { deviceState = .replaceable } else { retry() }
  }

  var isHoldingIdleDevice: Bool { device.isHoldingLiveDevice && !fader.isSounding }
}
