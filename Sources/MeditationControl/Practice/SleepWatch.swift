import MeditationCore
import MeditationPlan
import MeditationScreens

/// Pauses a session when the machine has slept while it played: nobody sat meanwhile. It resumes
/// where it was, with all its bells still to come.
///
/// A session that waits for a time of day is not paused: ``BeginKeeper`` corrects it.
@MainActor final class SleepWatch {
  /// The shortest sleep that counts: a smaller one is only the delay between reading two clocks.
  private static let shortest = Duration.seconds(1)

  private let session: MeditationViewModel
  private let followers: Followers
  private let timeAsleep: () -> Duration
  /// The time asleep at the last look. It never decreases.
  private var known: Duration

  init(_ session: MeditationViewModel, _ services: PracticeServices, followers: Followers) {
    (self.session, self.followers) = (session, followers)
    timeAsleep = services.timeAsleep
    known = timeAsleep()
  }

  /// Checks whether the machine has slept. Call it before each event, at least once a second.
  func look() {
    guard hasSlept(), session.phase == .listening else { return }
    let waits = session.state.isSettling && session.state.clockStart != nil
    // A pause for a lost device would end when the device is back.
    if !waits, session.performOverridingLock(.pause) == .changed { followers.tell(.slept) }
  }

  /// A sleep before the session began to play does not count.
  func follow(_ change: SessionChange) {
    if change.before.transport != .playing, change.after.transport == .playing { _ = hasSlept() }
  }

  private func hasSlept() -> Bool {
    let now = timeAsleep()
    defer { known = max(known, now) }
    return now - known >= Self.shortest
  }
}
