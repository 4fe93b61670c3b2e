import Score
import SessionControl
import TerminalView

/// What a running program does when a setting changes.
@MainActor final class LiveSettings {
  /// Takes the volume in percent.
  var setVolume: (Int) -> Void = { _ in }
  var setLevel: (Level) -> Void = { _ in }
  var setAnnouncement: (Announcement) -> Void = { _ in }
  var setTimes: (Wording.Times) -> Void = { _ in }
  /// Takes the time after local midnight.
  var setDayStart: (Duration) -> Void = { _ in }
}
