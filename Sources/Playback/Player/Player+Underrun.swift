import Score

/// What the player does where the decoder is late.
extension Player {
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

  /// Reports a stall, once. It is none where the player waits to learn what follows a song.
  func reportStall() {
    guard lookahead.first?.ending == nil, recovery.reportsStall() else { return }
    reporter.report(queue.control.isMeasuring ? .measuring : .stalled)
  }
}
