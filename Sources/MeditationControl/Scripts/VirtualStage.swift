import MeditationCore
import MeditationEngine
import MeditationLanguage
import MeditationPlan
import SystemPackage

/// A session on a virtual clock, for scripts: controller, stepped engine, and fault injection.
@MainActor package final class VirtualStage {
  package let session: MeditationViewModel
  package let controller: SessionController
  package let faults: FaultInjector

  private let engine: any SteppedEngine

  /// Creates a stage for `session`, whose songs are read from `paths` and played by `engine`. The
  /// engine's events must be passed to `faults`.
  package convenience init(
    session: MeditationViewModel, paths: [FilePath], engine: any SteppedEngine
  ) {
    let faulty = FaultyEngine(engine)
    self.init(session, paths, faulty, faulty.faults, engine)
    hearFaults()
  }

  /// Creates a stage without sound; songs last as long as their declared lengths.
  ///
  /// - Parameter decoders: Opens the files of bells; `nil` takes any name for a bell.
  package convenience init(session: MeditationViewModel, decoders: (any DecoderOpener)? = nil) {
    self.init(on: VirtualClock(of: session), decoders: decoders)
    hearFaults()
  }

  /// Creates a stage on the clock of a session, which may outlive it.
  package convenience init(on clock: VirtualClock, decoders: (any DecoderOpener)? = nil) {
    let engine = ClockedEngine(clock, decoders: decoders)
    let paths = clock.session.songs.indices.map { FilePath("song \($0 + 1)") }
    self.init(clock.session, paths, engine, clock.faults, engine)
    controller.files.exist = false
  }

  private init(
    _ session: MeditationViewModel, _ paths: [FilePath], _ controlled: any PlaybackEngine,
    _ faults: FaultInjector, _ engine: any SteppedEngine
  ) {
    (self.session, self.faults, self.engine) = (session, faults, engine)
    controller = SessionController(session: session, paths: paths, engine: controlled)
    controller.planFiles.blocks = true
    // Runs on a virtual clock must be repeatable.
    var seed = 0
    controller.seeds.draw = {
      seed += 1
      return seed
    }
  }

  private func hearFaults() { faults.onEvent = { [weak controller] in controller?.receive($0) } }

  /// Advances the clock by `time`, or until `isEnough`, called after each event, returns `true`.
  @discardableResult package func advance(
    by time: Duration, until isEnough: () -> Bool = { false }
  ) -> Duration {
    engine.advance(by: time, until: isEnough)
  }

  // MARK: - Scripts

  package func run(_ runner: ScriptRunner) {
    while case .wait(let wait) = runner.run() {
      if case .time(let time) = wait.wait { advance(by: time) }
      if let obstacle = wait.milestone?.reach(by: { advance(by: $0, until: $1) }) {
        runner.giveUp(wait, obstacle)
      }
    }
  }

  /// Plays until the bells of a session that is over have rung out.
  package func ringOut() {
    // Nine strokes and the longest bell take less than two minutes.
    for _ in 0..<300 where session.state.isRinging {
      advance(by: .seconds(1)) { [session] in !session.state.isRinging }
    }
  }
}

/// Injects faults between a session and its engine.
@MainActor package final class FaultyEngine: PlaybackEngine {
  package let faults: FaultInjector
  private let engine: any PlaybackEngine

  /// Plays with `engine`, whose events must be passed to `faults`.
  package init(_ engine: any PlaybackEngine) {
    self.engine = engine
    faults = FaultInjector { engine.follow($0) }
  }

  package func append(_ tracks: [Track]) { engine.append(tracks) }

  package func setLength(_ length: Duration, of song: SongID) { engine.setLength(length, of: song) }

  package nonisolated func length(ofFile path: String) throws(SongDecodingError) -> Duration? {
    try engine.length(ofFile: path)
  }

  package nonisolated func load(bell path: String) throws(SongDecodingError) -> Bool {
    try engine.load(bell: path)
  }

  package func follow(_ score: Score) { faults.follow(score) }
}

/// An engine without sound. The clock follows the session by itself, and files are only opened.
@MainActor private final class ClockedEngine: SteppedEngine {
  private let clock: VirtualClock
  private let decoders: (any DecoderOpener)?

  init(_ clock: VirtualClock, decoders: (any DecoderOpener)?) {
    (self.clock, self.decoders) = (clock, decoders)
  }

  func append(_ tracks: [Track]) {}

  func follow(_ score: Score) {}

  nonisolated func load(bell path: String) throws(SongDecodingError) -> Bool {
    guard let file = try decoders?.open(FilePath(path)), let count = file.frameCount else {
      return false
    }
    return count > Bell.longest.frameCount(at: file.format.sampleRate)
  }

  nonisolated func length(ofFile path: String) throws(SongDecodingError) -> Duration? {
    try decoders?.length(ofFile: path)
  }

  func advance(by time: Duration, until isEnough: () -> Bool) -> Duration {
    clock.advance(by: time, until: isEnough)
  }
}
