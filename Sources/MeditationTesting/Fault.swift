import MeditationCore

/// A fault of the sound. Songs are identified by their index in the current list, from 0.
public enum Fault: Hashable, Sendable {
  /// The song fails: at once if it is the current one, otherwise when it becomes current.
  case song(Int, reason: String)
  /// The sound device is lost.
  case deviceLost(reason: String)
  /// The sound device is back.
  case deviceRestored

  /// Injects the fault into the session of `clock`.
  ///
  /// - Throws: That the session does not have the song.
  @MainActor func inject(by clock: VirtualClock) throws(Refusal) {
    switch self {
    case .song(let song, let reason):
      try clock.faults.fail(songAt: song, of: clock.session, reason: reason)
    case .deviceLost(let reason): clock.faults.loseDevice(reason: reason)
    case .deviceRestored: clock.faults.restoreDevice()
    }
  }
}
