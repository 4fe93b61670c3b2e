import MeditationControl
import MeditationCore
import MeditationLanguage
import MeditationScreens
import Testing

/// A repeatable walk.
struct Walk {
  /// A step of a walk.
  enum Step {
    /// A line of a script.
    case line(String)
    /// A line that is typed, whether it is understood or not.
    case typed(String)
    /// `undo` and, if that changed something, `redo`.
    case undoAndRedo
    /// An action that no line performs.
    case action(Action)

    /// The statement of the line, or of the action; `nil` if the line is not valid.
    var statement: ScriptStatement? {
      switch self {
      case .line(let line): (try? ScriptParser.parse(line.utf8))?.first?.statement
      case .action(let action): .command(.action(action))
      case .typed, .undoAndRedo: nil
      }
    }
  }

  /// Lines of a script that declare songs.
  var songs: [String]
  var steps: [Step]

  /// The walk as a script.
  var text: String { (songs + steps.map { "\($0)" }).joined(separator: "\n") }

  /// Runs the walk from the start.
  ///
  /// - Returns: The first step that violates an invariant, with the failure.
  @MainActor func violation() -> (step: Int, invariants: [String])? {
    let declared = try? Script(name: "walk", text: songs.joined(separator: "\n").utf8).songs
    if declared == nil { Issue.record("No songs: \(songs)") }
    let session = MeditationViewModel(songs: declared ?? [])
    let stage = VirtualStage(session: session)
    let watch = SessionWatch(session)
    let client = Client()
    let status = StatusSource(session: session)
    for (index, step) in steps.enumerated() {
      switch step {
      case .typed(let line):
        watch.checkReply(stage.controller.submit(line, from: client), to: line)
        _ = status.status
      case .undoAndRedo: watch.checkUndoAndRedo()
      case .line, .action: take(step, on: stage, from: client)
      }
      watch.checkUnsettled()
      if !watch.violations.isEmpty { return (index, watch.violations) }
    }
    return nil
  }

  @MainActor private func take(_ step: Step, on stage: VirtualStage, from client: Client) {
    switch step.statement {
    case .command(let command): _ = stage.controller.perform(command, from: client)
    case .wait(.time(let time)): stage.advance(by: time)
    case .fail(let song, let reason):
      // The walk may name a song that the list does not have.
      try? stage.faults.fail(songAt: song - 1, of: stage.session, reason: reason)
    case .loseDevice(let reason): stage.faults.loseDevice(reason: reason)
    case .restoreDevice: stage.faults.restoreDevice()
    case .wait(.milestone), .expect, .song: break
    case nil: Issue.record("No line of a script: \(step)")
    }
  }

  /// The smallest walk found that violates the same invariant.
  ///
  /// Source: A. Zeller, R. Hildebrandt, "Simplifying and isolating failure-inducing input" (2002):
  /// delta debugging, which leaves out ever smaller pieces. Steps with high song numbers are also
  /// tried with low ones, so that songs can be left out.
  @MainActor func shrunk() -> Walk {
    guard let (last, broken) = violation(), let invariant = broken.first else { return self }
    var walk = self
    walk.steps.removeSubrange((last + 1)...)
    func fails(_ walk: Walk) -> Bool { walk.violation()?.invariants.contains(invariant) ?? false }
    var before: Int
    repeat {
      before = walk.steps.count + walk.songs.count
      walk.steps = walk.steps.shrunk { fails(Walk(songs: walk.songs, steps: $0)) }
      for index in walk.steps.indices {
        for simpler in walk.steps[index].simpler {
          var tried = walk
          tried.steps[index] = simpler
          if fails(tried) {
            walk = tried
            break
          }
        }
      }
      walk.songs = walk.songs.shrunk { fails(Walk(songs: $0, steps: walk.steps)) }
    } while walk.steps.count + walk.songs.count < before
    return walk
  }
}

extension Array {
  /// The elements without those that `stillFails` does not need.
  fileprivate func shrunk(_ stillFails: ([Element]) -> Bool) -> [Element] {
    var kept = self
    var size = Swift.max(1, kept.count / 2)
    while true {
      var start = 0
      while start < kept.count {
        var fewer = kept
        fewer.removeSubrange(start..<Swift.min(start + size, kept.count))
        if stillFails(fewer) { kept = fewer } else { start += size }
      }
      if size == 1 { return kept }
      size /= 2
    }
  }
}

extension Walk.Step: CustomStringConvertible {
  /// The line; a comment for an action that no line performs.
  var description: String {
    switch self {
    case .line(let line): line
    case .action(let action): "# \(action)"
    case .typed(let line): line
    case .undoAndRedo: "undo\nredo"
    }
  }

  /// Steps of the same kind that need fewer songs, the simplest first.
  fileprivate var simpler: [Walk.Step] {
    let lines: [String] =
      switch statement {
      case .command(.numbers): ["1"]
      case .command(.pick(.numbers)): ["pick all"]
      case .command(.unpick(.numbers)): ["unpick all"]
      case .command(.action(.move(let songs, .position(let place)))):
        [(0, 1), (1, 0), (0, 2), (2, 0)].prefix { $0 + $1 < (songs.first ?? 0) + place }.map {
          "move \($0 + 1) to \($1 + 1)"
        }
      case .fail(_, let reason): ["fail 1 \(reason)", "fail 2 \(reason)"]
      case .command, .wait, .expect, .loseDevice, .restoreDevice, .song, nil: []
      }
    return lines.map(Walk.Step.line)
  }
}
