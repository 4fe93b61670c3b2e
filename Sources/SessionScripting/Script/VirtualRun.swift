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

  private func pass(_ wait: PendingWait) {
    if case .time(let time) = wait.wait { return stage.advance(by: time) }
    while !wait.isOver(in: stage.session) {
      if let obstacle = wait.obstacle(in: stage.session) ?? endObstacle(of: wait) {
        return runner.giveUp(wait, obstacle)
      }
      stage.advance(by: Self.longest) {
        wait.isOver(in: stage.session) || wait.obstacle(in: stage.session) != nil
          || endObstacle(of: wait) != nil
      }
    }
  }

  /// Why what plays never ends; no obstacle to a wait for a bell.
  private func endObstacle(of wait: PendingWait) -> String? {
    wait.wait == .bell ? nil : stage.obstacleToEnd
  }
}
