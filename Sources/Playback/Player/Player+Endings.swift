import Score

/// How the player comes to the end of a segment.
extension Player {
  /// Handles the marker at the head of the lookahead.
  ///
  /// - Returns: `true`, or `false` if the segment that follows is not known yet.
  func endSegment() -> Bool {
    guard let ending = lookahead.first?.ending else { return false }
    switch ending {
    case .damage(let reason):
      stop()
      reporter.report(.failed(reason: reason))
    case .endOfFile:
      switch queue.cross(reporter.generation.segment, in: epoch) {
      case .unknown:
        // The file has ended, so that no ramp is due; whatever follows starts anew.
        fader.stop()
        return false
      case .nothing:
        stop()
        // As the position, the session time is that of the end, which is heard in full.
        reporter.report(.ended, elapsed: mixer.clock.now)
      case .segment:
        lookahead.dropFirst()
        reporter.cross()
      }
    }
    return true
  }

  /// Ends the generation: nothing sounds until the next jump.
  func stop() {
    device.finishRun()
    fader.stop()
    hasEnded = true
    lookahead.removeAll()
  }

  /// Reports what is lost, and goes on behind it with a ramp.
  func passDamage() -> Step {
    guard let marker = lookahead.first, let count = marker.lostFrameCount,
      let sampleRate = marker.format?.sampleRate
    else { return .worked(0) }
    device.finishRun()
    fader.stop()
    reporter.report(.damaged(lost: Duration(frames: count, sampleRate: sampleRate)))
    lookahead.dropFirst()
    // Its number of remaining frames has changed: have it computed again.
    lastSong = nil
    return .worked(0)
  }

  /// Plays the frames left before the damage as a ramp down.
  func fadeOutBeforeDamage() -> Step {
    if fader.isMusicSounding { fader.fadeOut(within: lookahead, heldCount: 0, .music) }
    lookahead.dropFrames()
    return .worked(0)
  }
}
