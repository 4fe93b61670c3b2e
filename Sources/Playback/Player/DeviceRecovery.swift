import Score

/// How the player opens, loses and retries its device.
extension Player {
  /// Prepares the device for frames of `format`.
  ///
  /// - Returns: A step that was done instead; `nil` if frames can be written.
  func prepareDevice(for format: StreamFormat, _ control: PlayerControl) -> Step? {
    if mixer.isHeard, device.reopens(for: format, volume: control.openingVolume) {
      // What the device plays last is to end with a ramp.
      return fadeOut(.all)
    }
    return prepareDevice(control) { () throws(OutputError) in
      try device.prepare(for: format, volume: control.openingVolume)
    }
  }

  /// Prepares the device for silence over which bells ring.
  ///
  /// - Returns: A step that was done instead; `nil` if frames can be written.
  func prepareSilence(_ control: PlayerControl) -> Step? {
    prepareDevice(control) { () throws(OutputError) in
      try device.prepareForSilence(volume: control.openingVolume)
    }
  }

  private func prepareDevice(
    _ control: PlayerControl, _ prepare: () throws(OutputError) -> Device.Preparation
  ) -> Step? {
    do throws(OutputError) {
      switch try prepare() {
      case .ready:
        return nil
      case .opened:
        fader.deviceOpened()
        return .worked(0)
      case .fellBack(let error):
        fader.deviceOpened()
        reporter.report(.noDevice(reason: error.reason))
        return .worked(0)
      case .unconvertible(let error):
        stop()
        reporter.report(.failed(reason: error.reason))
        return .worked(0)
      }
    } catch {
      return lose(error, control)
    }
  }

  /// Reports, once a session, that the output has fewer channels than a song of `format`.
  func reportMixing(of format: StreamFormat, _ control: PlayerControl) {
    guard let output = device.format, output.channelCount < format.channelCount,
      control.segment?.songID != nil, toldSession != control.session.number
    else { return }
    toldSession = control.session.number
    reporter.report(.mixedDown(from: format.channelCount, to: output.channelCount))
  }

  func flush(_ limit: Int, _ control: PlayerControl) -> Step {
    do throws(OutputError) {
      let written = try device.flush(limit)
      updatePosition()
      reportCues()
      return .worked(written)
    } catch {
      return lose(error, control)
    }
  }

  func lose(_ error: OutputError, _ control: PlayerControl) -> Step {
    // What the rate converter holds is played again.
    lookahead.rewind(min(device.heldInputFrameCount, lookahead.rewindableCount))
    let underrun = device.takeUnderrun()
    device.lose(error)
    fader.deviceLost()
    let reason = error.reason
    if device.proceedsWithoutDevice() {
      if let underrun { mixer.skip(underrun) }
      reporter.report(.noDevice(reason: reason))
      return .worked(0)
    }
    lostRequest = control.requestCount
    reporter.report(device.isUnpaced ? .outputFailed(reason: reason) : .deviceLost(reason: reason))
    return .worked(0)
  }

  /// Whether the device is lost, and neither back nor requested anew.
  func waitsForDevice(_ control: PlayerControl) -> Bool {
    guard let lostRequest else { return false }
    if lostRequest != control.requestCount { self.lostRequest = nil }
    return lostRequest == control.requestCount
  }

  /// Tries to open a lost device again. The end of a session does not wait for it.
  func retry() {
    guard device.retry() else {
      if mixer.isOver { mixer.abandonBells() }
      return
    }
    lostRequest = nil
    reporter.report(.deviceRestored)
  }

  /// Another attempt may succeed: for a lost device, or for the one that the fallback stands in for.
  func retryAtOnce() {
    if device.usesFallback { replacesFallback = true } else { retry() }
  }

  /// Tries to open the device that the fallback stands in for.
  ///
  /// - Returns: A step that was done instead: the sound ends with a ramp, and goes on with one.
  func replaceFallback() -> Step {
    if fader.isSounding { return fadeOut(.all) }
    replacesFallback = false
    if device.retry() {
      fader.deviceOpened()
      reporter.report(.deviceRestored)
    }
    return .worked(0)
  }

  /// Opens the device anew so that it holds more: the sound ends with a ramp, and goes on with one.
  func reopenDevice() -> Step {
    if fader.isSounding { return fadeOut(.all) }
    opensAnew = false
    device.close()
    return .worked(0)
  }

  /// Whether a device is held that nothing is played on.
  var isHoldingIdleDevice: Bool { device.isHoldingLiveDevice && !fader.isSounding }
}
