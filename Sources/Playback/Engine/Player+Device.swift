import Score

/// How the player opens, loses and retries its device.
extension Player {
  /// Prepares the device for frames of `format`.
  ///
  /// - Returns: A step that was done instead; `nil` if frames can be written.
  func prepareDevice(for format: StreamFormat, _ control: PlayerControl) -> Step? {
    do throws(OutputError) {
      switch try device.prepare(for: format, volume: control.volume) {
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

  func flush(_ limit: Int, _ control: PlayerControl) -> Step {
    do throws(OutputError) {
      let written = try device.flush(limit)
      updatePosition()
      return .worked(written)
    } catch {
      return lose(error, control)
    }
  }

  func lose(_ error: OutputError, _ control: PlayerControl) -> Step {
    device.lose(error)
    fader.deviceLost()
    lostRequest = control.requestCount
    let reason = error.reason
    reporter.report(device.isUnpaced ? .outputFailed(reason: reason) : .deviceLost(reason: reason))
    return .worked(0)
  }

  /// Tries to open a lost device again.
  func retry() {
    guard device.retry() else { return }
    lostRequest = nil
    reporter.report(.deviceRestored)
  }

  /// Whether a device is held that nothing is played on.
  var isHoldingIdleDevice: Bool { device.isHoldingLiveDevice && !fader.isSounding }
}
