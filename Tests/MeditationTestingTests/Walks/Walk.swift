import MeditationControl
import MeditationCore
import MeditationLanguage
import MeditationScripting

/// A repeatable walk.
struct Walk {
  var songs: [SongDeclaration]
  var steps: [ScriptStatement]

  /// The walk as a script.
  var text: String {
    (songs.map(ScriptStatement.song) + steps).map(\.line).joined(separator: "\n")
  }

  /// Runs the walk from the start.
  ///
  /// - Returns: The first step that violates an invariant, with the failure.
  @MainActor func violation() -> (step: Int, invariants: [String])? {
    let session = MeditationViewModel(
      songs: songs.map {
        SongViewModel(title: $0.title, subtitle: $0.artist ?? "", length: $0.duration)
      })
    let stage = VirtualStage(session: session)
    let watch = SessionWatch(session)
    let client = Client()
    for (index, step) in steps.enumerated() {
      take(step, on: stage, from: client)
      watch.checkUnsettled()
      if !watch.violations.isEmpty { return (index, watch.violations) }
    }
    return nil
  }

  @MainActor private func take(
    _ step: ScriptStatement, on stage: VirtualStage, from client: Client
  ) {
    switch step {
    case .command(let command): _ = stage.controller.perform(command, from: client)
    case .wait(.time(let time)): stage.advance(by: time)
    case .fail(let song, let reason):
      // The walk may name a song that the list does not have.
      try? stage.faults.fail(songAt: song - 1, of: stage.session, reason: reason)
    case .loseDevice(let reason): stage.faults.loseDevice(reason: reason)
    case .restoreDevice: stage.faults.restoreDevice()
    case .wait(.milestone), .expect, .song: break
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

extension ScriptStatement {
  /// The statement as a line; a comment for actions that no line performs.
  fileprivate var line: String {
    switch self {
    case .command(.action(let action)):
      switch action {
      case .load, .resume: "# \(action)"
      default: description
      }
    default: description
    }
  }

  /// Steps of the same kind that need fewer songs, the simplest first.
  fileprivate var simpler: [ScriptStatement] {
    switch self {
    case .command(.numbers): [.command(.numbers([NumberRange(1, through: 1)]))]
    case .command(.pick(.numbers)): [.command(.pick(.all))]
    case .command(.unpick(.numbers)): [.command(.unpick(.all))]
    case .command(.action(.move(let songs, .position(let place)))):
      [(0, 1), (1, 0), (0, 2), (2, 0)].prefix { $0 + $1 < (songs.first ?? 0) + place }.map {
        .command(.action(.move(song: $0, toPlace: $1)))
      }
    case .fail(_, let reason): [.fail(song: 1, reason: reason), .fail(song: 2, reason: reason)]
    case .command, .wait, .expect, .loseDevice, .restoreDevice, .song: []
    }
  }
}
