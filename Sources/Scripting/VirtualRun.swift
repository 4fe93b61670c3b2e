import CommandLanguage

/// Runs a script on a virtual clock, from its first line to its last.
@MainActor package struct VirtualRun {
  /// The longest single step; longer than any song.
  private static let longest = Duration.seconds(100 * 3600)

  private let stage: VirtualStage
  private let runner: ScriptRunner

  /// Creates a run of `runner` on `stage`.
  package init(_ runner: ScriptRunner, on stage: VirtualStage) {
    self.runner = runner
    self.stage = stage
  }

  /// Runs the whole script.
  package func run() {
    while let wait = runner.run() { pass(wait) }
  }

  /// Lets the bells of a session that is over ring out, for what is heard of it.
  package func ringOut() {
    // Nine strokes and the longest bell take less than two minutes.
    for _ in 0..<300 where runner.ringsOut {
      stage.advance(by: .seconds(1)) { !runner.ringsOut }
    }
  }

  private func pass(_ wait: PendingWait) {
    if case .time(let time) = wait.wait { return stage.advance(by: time) }
    while !wait.isOver {
      if let obstacle = wait.obstacle { return runner.giveUp(wait, obstacle) }
      var hasEvents = false
      stage.advance(by: Self.longest) {
        hasEvents = true
        return wait.isOver || wait.obstacle != nil
      }
      // Whatever plays reports its position.
      guard hasEvents || wait.isOver else {
        return runner.giveUp(wait, "waits forever: nothing happens any more.")
      }
    }
  }
}
