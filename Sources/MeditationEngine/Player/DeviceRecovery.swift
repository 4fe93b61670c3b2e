import MeditationPlan

/// Finds a lost device again, replaces the fallback that stands in for one, and reopens one that holds
/// too little sound.
///
/// Not thread-safe: owned by the player. `retry`, `replaceFallback` and `reopen` may block.
final class DeviceRecovery {
  private enum State: Equatable {
    /// The device plays, or is opened once there is something to play.
    case available
    /// To be closed, so that it is opened with a longer buffer.
    case tooShort
    /// The fallback stands in for it, and another attempt may succeed.
    case replaceable
    /// Lost while it played what this request asked for; a newer request opens it again.
    case lost(request: Int)
  }

  private let device: Device
  private let fader: Fader
  private let reporter: EventReporter
  private var state = State.available

  init(_ device: Device, _ fader: Fader, _ reporter: EventReporter) {
    self.device = device
    self.fader = fader
    self.reporter = reporter
  }

  // MARK: Losing

  /// Records and reports that the device is lost, with all that was in it.
  ///
  /// - Parameter request: Counts the requests to play.
  func lose(_ error: OutputError, request: Int) {
    let underrun = device.takeUnderrun()
    device.lose(error)
    fader.deviceLost()
    let reason = error.reason
    if device.proceedsWithoutDevice() {
      if let underrun { device.mixer.skip(underrun.more) }
      reporter.report(.noDevice(reason: reason))
      return
    }
    state = .lost(request: request)
    reporter.report(device.isUnpaced ? .outputFailed(reason: reason) : .deviceLost(reason: reason))
  }

  var isLost: Bool { if case .lost = state { true } else { false } }

  /// True if the device is lost, and neither back nor asked for by a new `request`.
  func keepsWaiting(under request: Int) -> Bool {
    guard isLost else { return false }
    if state != .lost(request: request) { state = .available }
    return isLost
  }

  // MARK: Finding it again

  /// Tries to open a lost device again. The end of a session does not wait for it.
  func retry() {
    guard device.retry() else {
      if device.mixer.isOver { device.mixer.abandonBells() }
      return
    }
    state = .available
    reporter.report(.deviceRestored)
  }

  /// Tries to open a lost device now, or the one that the fallback stands in for once its sound has
  /// ended.
  func retryAtOnce() {
    if device.usesFallback, !isLost { state = .replaceable } else { retry() }
  }

  /// True if `replaceFallback` is to be called as soon as nothing sounds.
  var replacesFallback: Bool { state == .replaceable }

  /// Tries to open the device that the fallback stands in for.
  func replaceFallback() {
    state = .available
    if device.retry() {
      fader.deviceOpened()
      reporter.report(.deviceRestored)
    }
  }

  // MARK: Holding more

  /// The device holds less sound than it should.
  func deviceIsTooShort() {
    if state == .available { state = .tooShort }
  }

  /// True if `reopen` is to be called as soon as nothing sounds.
  var reopens: Bool { state == .tooShort }

  /// Closes the device, which is opened with a longer buffer when it is next prepared.
  func reopen() {
    state = .available
    device.close()
  }
}
