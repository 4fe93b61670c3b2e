import Score

/// What the player does where the device runs out of sound, or will, because the decoder is late or
/// the program does not run.
extension Player {
  /// Reports that the device has run out of sound since the last frames, which comes of a busy
  /// machine. The session goes on as if they had been heard.
  func noticeUnderrun() {
    if let lost = device.takeUnderrun() {
      mixer.skip(lost)
      lastSong = nil
      if device.isHeard { reporter.report(.underrun(lost: lost)) }
    }
    // Another gap, even a soft one, would move the bells of a plan.
    if device.isTooShort, !mixer.followsPlan { opensAnew = true }
  }

  /// Ramps the sound down, or fills the device with silence, because the decoder is late.
  ///
  /// - Returns: Whether something was done, so that steps may follow.
  func handleUnderrun() -> Bool {
    if fader.isSounding {
      recovery.underrun()
      _ = fadeOut(.all)
      return true
    }
    return fader.drainWithSilence()
  }

  /// Reports the position, if music sounds.
  func reportPosition() {
    if fader.isMusicSounding { reporter.report(.position) }
  }

  /// Reports a stall, once. It is none where the player waits to learn what follows a song. Where a
  /// song is measured, reports each time how far `gains` has come.
  ///
  /// - Returns: Whether a song is measured.
  func reportStall(_ gains: (any GainSource)?) -> Bool {
    guard lookahead.first?.ending == nil else { return false }
    if let song = queue.control.measuredSong {
      let percent = gains?.measuredPart(of: song).map { Int($0 * 100) }
      reporter.report(.measuring(percent: percent))
      return true
    }
    if recovery.reportsStall() { reporter.report(.stalled) }
    return false
  }
}
