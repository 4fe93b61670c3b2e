import Score

/// How the player follows what the session wants.
extension Player {
  /// Adopts what changed.
  ///
  /// - Returns: A step that was done first; `nil` if `control` is followed.
  func follow(_ control: PlayerControl) -> Step? {
    // Bells ring on through jumps, but not when the session is left or begins anew.
    let isLeft =
      control.segment == nil && !control.session.isOver && !mixer.isPreviewing
    let isOther = mixer.isOther(control.session)
    let dropsBells = isLeft || isOther
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
    if control.session.version != mixer.target?.version ?? 0 {
      if mixer.endsAtOnce(under: control.session), fader.isMusicSounding { return fadeOut(.music) }
      let wasOver = mixer.isOver
      mixer.follow(control.session)
      device.buffer(for: control.session.plan)
      if device.isTooShort { opensAnew = true }
      // The end of a session does not wait for a device.
      if mixer.isOver, !wasOver, lostRequest != nil { mixer.abandonBells() }
      if isOther || !control.session.isOver { hasRungOut = false }
      lastSong = nil
    }
    // The session may have jumped before it received the end.
    if isJump, mixer.isOver, !control.session.isOver, mixer.reached.isEmpty { mixer.reportEnd() }
    return nil
  }

  private func jump(_ control: PlayerControl) {
    lookahead.removeAll()
    epoch = control.epoch
    reporter.begin(control.generation)
    hasEnded = false
    recovery = UnderrunRecovery()
  }

  /// Drops what was decoded ahead of a boundary but no longer follows it.
  private func cut(_ control: PlayerControl) {
    let isReopened = control.epoch.reopened != epoch.reopened
    epoch = control.epoch
    lookahead.cut(after: control.lastKeptSegmentIndex, reopened: isReopened)
  }

  /// Ramps the sound down within the lookahead, whose frames are played again afterwards.
  ///
  /// The ramp begins with the frames that the device holds. Those of the song before are heard in
  /// full, for the session has gone on to the next.
  func fadeOut(_ lanes: Fader.Lanes) -> Step {
    let count =
      fader.isMusicSounding ? min(device.heldInputFrameCount, lookahead.rewindableCount) : 0
    fader.fadeOut(within: lookahead, heldCount: count, lanes)
    lookahead.rewind(count)
    return .worked(0)
  }

  /// Ends the sound with silence; `nil` if that was done.
  func drain() -> Step? { fader.drainWithSilence() ? .worked(0) : nil }
}
