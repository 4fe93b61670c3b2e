public import MeditationCore
public import Playback
public import SessionControl
import SystemPackage

/// A session with everything that it needs to run on a virtual clock: the controller, an engine
/// whose time goes by only when told, and faults on demand.
///
/// `ScriptedSession`, text scripts and `meditate script` all run on it.
@MainActor public final class VirtualStage {
  /// The session.
  public let session: MeditationViewModel
  /// What takes the commands.
  public let controller: SessionController
  /// What reports faults.
  public let faults: FaultInjector
  /// The time that has gone by.
  public private(set) var now = Duration.zero

  private let engine: any SteppedEngine

  /// A stage for `session`, whose songs are read from `paths`, played by `engine`. The engine's
  /// events are to be handed to `faults`.
  public init(
    session: MeditationViewModel, paths: [FilePath], engine: any SteppedEngine
  ) {
    self.session = session
    self.engine = engine
    faults = FaultInjector(before: engine)
    controller = SessionController(session: session, paths: paths, engine: faults)
    faults.onEvent = { [weak controller] in controller?.receive($0) }
    // What runs on a virtual clock comes out the same each time.
    var seed = 0
    controller.drawSeed = {
      seed += 1
      return seed
    }
  }

  /// A stage without sound, on which the songs last as long as their lengths say.
  public convenience init(session: MeditationViewModel) {
    let songs = session.songs.sorted { $0.id < $1.id }
    let engine = ScriptedEngine()
    let paths = songs.map { FilePath("song \($0.id + 1)") }
    self.init(session: session, paths: paths, engine: engine)
    engine.onEvent = { [weak faults] in faults?.receive($0) }
  }

  /// Why the current song never ends on this clock; `nil` where it does.
  var obstacleToEnd: String? {
    engine.currentSongEnds
      ? nil : "waits for ever: the length of the current song is unknown on a virtual clock."
  }

  /// Lets `time` go by.
  public func advance(by time: Duration) { advance(by: time) { false } }

  /// Lets `time` go by, but no longer than until `isEnough`, which is asked after each event.
  @discardableResult public func advance(
    by time: Duration, until isEnough: () -> Bool
  ) -> Duration {
    let passed = engine.advance(by: time, until: isEnough)
    now += passed
    return passed
  }
}
