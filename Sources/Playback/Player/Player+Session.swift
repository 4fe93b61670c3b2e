import Score

/// What the player plays besides the music: the cues of the session, and bells that ring on.
extension Player {
  /// A song that ends the session, if its length is known.
  struct LastSong: Equatable {
    var epoch: QueueEpoch
    var generation: Generation
    var length: Duration?
  }

  /// Gives the mixer what the fades of the music depend on.
  func fadeMusic(_ control: PlayerControl) {
    if control.segment?.songID != nil { mixer.beginMusic() }
    let song = LastSong(
      epoch: epoch, generation: reporter.generation, length: control.lastSongLength)
    guard song != lastSong, let position = lookahead.position else { return }
    lastSong = song
    mixer.endMusic(in: song.length.map { $0 - position + device.held })
  }

  /// Reports the cues that were reached and written; only those before `end`, if that is given.
  ///
  /// - Returns: Whether there were any.
  @discardableResult func reportCues(before end: Duration? = nil) -> Bool {
    guard !mixer.reached.isEmpty else { return false }
    let last = end.map { $0 - .init(attoseconds: 1) } ?? device.elapsed
    var isReported = false
    while let (cue, time) = mixer.reached.take(upTo: last) {
      reporter.report(.cue(cue), elapsed: time)
      isReported = true
    }
    return isReported
  }

  /// After the end: plays the bells over silence, until they have rung out.
  func ringOut(_ control: PlayerControl, _ limit: Int) -> Step {
    // The music is silent at an end that the plan gives; here it may have begun anew since.
    if fader.isMusicSounding { return fadeOut(.music) }
    if reportCues() { return .worked(0) }
    // Then a plan can only be for the next session.
    if mixer.ringsOut, !hasRungOut { return playBells(control, limit) }
    if let step = drain() { return step }
    guard control.session.isOver, !hasRungOut else { return .idle }
    hasRungOut = true
    if !control.session.plan.isOfSongsAlone { reporter.report(.rangOut) }
    return .worked(0)
  }

  /// Nothing is to be played: bells ring on until the session says how it goes on.
  func rest(_ control: PlayerControl, _ limit: Int) -> Step {
    if hasEnded, control.isPlaying, mixer.rings { return playBells(control, limit) }
    if fader.isSounding { return fadeOut(.all) }
    return drain() ?? .idle
  }

  /// Strikes a bell that was chosen while nothing plays, and lets it ring until a session begins.
  ///
  /// - Returns: `nil` if there is none.
  func preview(_ control: PlayerControl, _ limit: Int) -> Step? {
    if let wanted = control.preview, wanted.number != lastPreview {
      // The one before it.
      if mixer.isPreviewing { return fadeOut(.all) }
      lastPreview = wanted.number
      if isAtRest(control) { mixer.beginPreview(of: wanted.bell) }
    }
    guard mixer.isPreviewing else { return nil }
    guard isAtRest(control), !waitsForDevice(control) else { return fadeOut(.all) }
    if let step = prepareSilence(control) { return step }
    if device.hasUnwritten || fader.primeDevice() { return .worked(0) }
    do throws(OutputError) {
      let count = min(limit, device.silenceSliceFrameCount)
      return .worked(try fader.writeSilence(count, limit: limit))
    } catch {
      return lose(error, control)
    }
  }

  /// Whether nothing plays, and no bell of a session rings.
  private func isAtRest(_ control: PlayerControl) -> Bool {
    control.segment == nil && !(mixer.isOver && mixer.ringsOut && !hasRungOut)
  }

  private func playBells(_ control: PlayerControl, _ limit: Int) -> Step {
    if waitsForDevice(control) {
      // Nothing brings a file back, and the end of a session does not wait for it.
      guard device.retryDelay == nil else { return .idle }
      mixer.abandonBells()
      return .worked(0)
    }
    if let step = prepareSilence(control) { return step }
    if device.hasUnwritten || fader.primeDevice() { return .worked(0) }
    noticeUnderrun()
    mixer.open()
    let steady = mixer.steadyFrameCount
    if reportCues() { return .worked(0) }
    guard mixer.ringsOut else { return .worked(0) }
    do throws(OutputError) {
      let count = min(limit, steady, device.silenceSliceFrameCount)
      let written = try fader.writeSilence(count, limit: limit)
      reportCues()
      return .worked(written)
    } catch {
      return lose(error, control)
    }
  }
}
