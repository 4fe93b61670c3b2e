/// What can go wrong with the sound. Songs are named by their index, from 0.
public enum Fault: Hashable, Sendable {
  /// The song breaks: now, if it is the current one, else as soon as it becomes so.
  case song(Int, reason: String)
  /// The sound device goes away.
  case deviceLost(reason: String)
  /// The sound device is back.
  case deviceRestored

  /// Brings the fault about.
  @MainActor public func inject(into faults: FaultInjector) {
    switch self {
    case .song(let song, let reason): faults.fail(song, reason: reason)
    case .deviceLost(let reason): faults.loseDevice(reason: reason)
    case .deviceRestored: faults.restoreDevice()
    }
  }
}
