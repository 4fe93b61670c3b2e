import CommandLanguage
import MeditationCore
import Playback
import Score
import SessionControl
import SystemPackage

/// A session with everything it needs to run on a virtual clock: the controller, a stepped engine,
/// and fault injection.
///
/// `ScriptedSession`, text scripts and `meditate script` all run on it.
@MainActor package final class VirtualStage {
  /// The session.
  package let session: MeditationViewModel
  /// The controller, which performs the commands.
  package let controller: SessionController
  /// Injects faults.
  package let faults: FaultInjector
  /// The time on the virtual clock.
  package private(set) var now = Duration.zero

  private let engine: any SteppedEngine

  /// Creates a stage for `session`, whose songs are read from `paths` and played by `engine`. The
  /// engine's events must be passed to `faults`. A session that is listening already goes on from
  /// its position and session time.
  package init(
    session: MeditationViewModel, paths: [FilePath], engine: any SteppedEngine
  ) {
    self.session = session
    self.engine = engine
    faults = FaultInjector(before: engine)
    controller = SessionController(session: session, paths: paths, engine: faults)
    session.timekeeper = self
    faults.onEvent = { [weak controller] in controller?.receive($0) }
    // Runs on a virtual clock must be repeatable.
    var seed = 0
    controller.seeds.draw = {
      seed += 1
      return seed
    }
    guard session.phase == .listening else { return }
    var rest = session.score
    (rest.start, rest.beginning) = (session.position, session.state.elapsed)
    if session.state.latestStroke?.time == session.state.elapsed {
      // Strokes that are due now were struck already. A plan that arrives after the beginning of
      // session time has its strokes after now only.
      var silent = rest
      silent.plan = Plan()
      silent.plan.crossfade = rest.plan.crossfade
      faults.follow(silent)
    }
    faults.follow(rest)
  }

  /// Creates a stage without sound; songs last as long as their declared lengths.
  ///
  /// - Parameter decoders: Opens the files of bells; `nil` takes any name for a bell.
  package convenience init(
    session: MeditationViewModel, decoders: (any DecoderOpener)? = nil
  ) {
    let songs = session.songs.sorted { $0.id < $1.id }
    let engine = ScriptedEngine(decoders: decoders)
    let paths = songs.map { FilePath("song \($0.id + 1)") }
    self.init(session: session, paths: paths, engine: engine)
    controller.files.exist = false
    engine.onEvent = { [weak faults] in faults?.receive($0) }
  }

  /// The stage that lets the time of `session` pass; `nil` if it is on none. It can be on one only.
  package static func of(_ session: MeditationViewModel) -> VirtualStage? {
    session.timekeeper as? VirtualStage
  }

  /// Advances the clock by `time`.
  package func advance(by time: Duration) { advance(by: time) { false } }

  /// Advances the clock by `time`, or until `isEnough`, which is called after each event, returns
  /// `true`.
  @discardableResult package func advance(
    by time: Duration, until isEnough: () -> Bool
  ) -> Duration {
    let passed = engine.advance(by: time, until: isEnough)
    now += passed
    return passed
  }
}

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
