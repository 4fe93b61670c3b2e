import MeditationCore
import MeditationPlan

/// A fault of the sound. Songs are identified by their index in the current list, from 0.
public enum Fault: Hashable, Sendable {
  /// The song fails: at once if it is the current one, otherwise when it becomes current.
  case song(Int, reason: String)
  /// The sound device is lost.
  case deviceLost(reason: String)
  /// The lost sound device is back.
  case deviceRestored
  /// The current song is damaged where it is: this much of it is skipped, and it plays on.
  case damaged(lost: Duration)
  /// The device ran out of sound for this long. It is only reported: session time does not advance.
  case underrun(lost: Duration)
  /// No sound device could be opened.
  case noDevice(reason: String)
  /// The disk is too slow. It is only reported: time passes as the test says.
  case stalled
  /// How much of the current song's loudness is measured, in percent, if known. It plays on.
  case measuring(percent: Int?)
  /// The current song has more channels than the output.
  case mixedDown(from: Int, to: Int)
  /// The gain in the tags of the current song is not used.
  case gainRefused(reason: String)
  /// The output file cannot be written, which ends the session.
  case outputFailed(reason: String)
  /// The file of a voice or a layer is missing or damaged.
  case laneFailed(path: String, reason: String)

  /// Injects the fault; returns or throws why it is not possible.
  @MainActor func inject(by clock: VirtualClock) throws(Refusal) -> String? {
    switch self {
    case .song(let song, let reason):
      try clock.faults.fail(songAt: song, of: clock.session, reason: reason)
    case .deviceLost(let reason): clock.faults.loseDevice(reason: reason)
    case .deviceRestored:
      guard clock.faults.hasLostDevice else { return "No device is lost." }
      clock.faults.restoreDevice()
    case .damaged(let lost):
      guard clock.session.currentSong != nil else { throw .nothingPlaying }
      clock.damage(losing: lost)
    case .underrun(let lost): try report(.underrun(lost: lost), by: clock)
    case .noDevice(let reason): try report(.noDevice(reason: reason), by: clock)
    case .stalled: try report(.stalled, by: clock)
    case .measuring(let percent): try report(.measuring(percent: percent), ofSong: true, by: clock)
    case .mixedDown(let count, let other):
      try report(.mixedDown(from: count, to: other), ofSong: true, by: clock)
    case .gainRefused(let reason):
      try report(.gainRefused(reason: reason), ofSong: true, by: clock)
    case .outputFailed(let reason): try report(.outputFailed(reason: reason), by: clock)
    case .laneFailed(let path, let reason):
      try report(.laneFailed(path: path, reason: reason), by: clock)
    }
    return nil
  }

  /// Reports `kind` as the engine does while it plays.
  @MainActor private func report(
    _ kind: EngineEvent.Kind, ofSong: Bool = false, by clock: VirtualClock
  ) throws(Refusal) {
    guard clock.session.phase == .listening, !ofSong || clock.session.currentSong != nil else {
      throw .nothingPlaying
    }
    clock.faults.report(kind)
  }
}
