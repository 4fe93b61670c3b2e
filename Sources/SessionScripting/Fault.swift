public import MeditationCore

/// What can go wrong with the sound. Songs are named by their index in the list as it is, from 0.
public enum Fault: Hashable, Sendable {
  /// The song breaks: now, if it is the current one, else as soon as it becomes so.
  case song(Int, reason: String)
  /// The sound device goes away.
  case deviceLost(reason: String)
  /// The sound device is back.
  case deviceRestored

  /// Brings the fault about. A song that `session` does not have is not broken.
  @MainActor public func inject(into faults: FaultInjector, of session: MeditationViewModel) {
    switch self {
    case .song(let song, let reason):
      guard session.songs.indices.contains(song) else { return }
      faults.fail(session.songs[song].id, reason: reason)
    case .deviceLost(let reason): faults.loseDevice(reason: reason)
    case .deviceRestored: faults.restoreDevice()
    }
  }
}
