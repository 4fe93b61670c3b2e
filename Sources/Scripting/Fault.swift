import MeditationCore

/// A fault of the sound. Songs are identified by their index in the current list, from 0.
public enum Fault: Hashable, Sendable {
  /// The song fails: at once if it is the current one, otherwise when it becomes current.
  case song(Int, reason: String)
  /// The sound device is lost.
  case deviceLost(reason: String)
  /// The sound device is back.
  case deviceRestored

  /// Injects the fault.
  ///
  /// - Throws: That `session` does not have the song.
  @MainActor package func inject(
    into faults: FaultInjector, of session: MeditationViewModel
  ) throws(Refusal) {
    switch self {
    case .song(let song, let reason):
      guard session.songs.indices.contains(song) else {
        throw .noSuchSong(number: song == .max ? song : song + 1, count: session.songs.count)
      }
      faults.fail(session.songs[song].id, reason: reason)
    case .deviceLost(let reason): faults.loseDevice(reason: reason)
    case .deviceRestored: faults.restoreDevice()
    }
  }
}
