import Score

@testable import MeditationCore

/// What a load and a resumed session must have brought about.
extension SessionWatch {
  func checkLoading(_ settled: SessionChange, in session: MeditationViewModel) {
    guard case .action(.load(let chosen, let changes)) = settled.cause else { return }
    switch settled.outcome {
    case .refused(let refusal):
      holds(
        (refusal == .goBackFirst) == (settled.before.phase == .listening),
        "12: songs are loaded unless listening")
    case .changed, .unchanged:
      var unique: [Int] = []
      for song in chosen where !unique.contains(song) { unique.append(song) }
      let plan = try? MeditationViewModel(songs: []).emptyPlan(with: changes)
      holds(settled.after.phase == .picking, "12: loading returns to picking")
      holds(session.playOrder == unique, "12: exactly the loaded songs play, in their order")
      holds(settled.after.plan == plan, "12: the plan is the loaded one")
    case .queued, .dropped: holds(false, "12: a load is carried out or refused")
    }
  }

  func checkResuming(_ settled: SessionChange, in session: MeditationViewModel) {
    guard case .action(.resume(let point)) = settled.cause else { return }
    let (before, after) = (settled.before, settled.after)
    guard settled.outcome == .changed else {
      return holds(
        before.phase == .listening || before.picked.count == 0 || before.plan.end != nil
          || !before.plan.outlastsSongs, "13: what is to come is resumed")
    }
    holds(before.phase != .listening && after.phase == .listening, "13: resuming starts a session")
    holds(after.summary.heardCount == 0 && session.heard.isEmpty, "13: no song was heard")
    holds(after.summary.bellCount == 0 && after.latestStroke == nil, "13: no bell was struck")
    holds(
      after.isSettling == (after.elapsed < .zero) && after.elapsed <= max(point.elapsed, .zero),
      "13: session time goes on")
    guard let place = point.place, let song = session.playOrder.dropFirst(place).first,
      point.elapsed >= .zero, session.songs[song].length.map({ point.position < $0 }) ?? true
    else { return }
    holds(
      after.current == song && after.position == max(point.position, .zero),
      "13: the song goes on where it was")
  }
}

extension SessionChange.Cause {
  /// Whether it may pick any songs.
  var isLoading: Bool {
    if case .action(.load) = self { true } else { false }
  }

  /// The latest session time at which it may let session time begin.
  func latestBeginning(in before: SessionState) -> Duration {
    guard case .action(.resume(let point)) = self, before.phase != .listening else { return .zero }
    return max(point.elapsed, .zero)
  }
}
