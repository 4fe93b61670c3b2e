import MeditationCore
import MeditationPlan
import MeditationScreens

/// Pauses a session if the machine has slept while it played: nobody sat meanwhile. The session goes on
/// where it was, and bells that would have been struck meanwhile are still to come.
///
/// One that waits for a time of day goes on: ``BeginKeeper`` sets it right.
@MainActor final class SleepWatch {
  /// The shortest sleep that counts: less is only the difference of two clocks that are read one after
  /// the other.
  private static let shortest = Duration.seconds(1)

  private let session: MeditationViewModel
  private let followers: Followers
  private let timeAsleep: () -> Duration
  /// The time asleep when it was last looked at. Never less than before.
  private var known: Duration

  init(_ session: MeditationViewModel, _ services: PracticeServices, followers: Followers) {
    (self.session, self.followers) = (session, followers)
    timeAsleep = services.timeAsleep
    known = timeAsleep()
  }

  /// Looks whether the machine has slept. Call it before each event of the engine: at least once a
  /// second while a session plays.
  func look() {
    guard hasSlept(), session.phase == .listening else { return }
    let waits = session.state.isSettling && session.state.clockStart != nil
    // A pause for a lost device would end when that is back.
    if !waits, session.performOverridingLock(.pause) == .changed { followers.tell(.slept) }
  }

  /// Follows a settled change: a sleep before a session played does not count.
  func follow(_ change: SessionChange) {
    if change.before.transport != .playing, change.after.transport == .playing { _ = hasSlept() }
  }

  private func hasSlept() -> Bool {
    let now = timeAsleep()
    defer { known = max(known, now) }
    return now - known >= Self.shortest
  }
}
