public import MeditationCore
@_exported public import Scripting

/// A session under test: each step states the mode changes that it expects, and no others may
/// happen.
///
/// An unexpected change, an expected one that did not happen, and an action that was refused fail
/// the test at the caller's line, under Swift Testing and XCTest alike. A song that joins the list
/// during a step is expected to join unpicked. A step takes time in proportion to the songs that
/// change, not to the list.
@MainActor public final class ScriptedSession {
  /// How much a step must state.
  public enum Exhaustivity: Sendable {
    /// Every change must be stated.
    case on
    /// Only the stated changes are checked.
    case off
  }

  /// Whether every change must be stated.
  public var exhaustivity: Exhaustivity
  /// The session under test, for inspection and subscriptions.
  public let viewModel: MeditationViewModel
  /// Every mode change so far, in order.
  public let recorder: ModeRecorder

  let stage: VirtualStage
  private var subscriptions: [Subscription] = []
  /// The modes before the running step of the songs that changed, by id; `nil` between steps.
  private var changed: [Int: SongMode]?

  /// Creates a session of songs with the given titles and lengths.
  public convenience init(
    songs: KeyValuePairs<String, Duration>, exhaustivity: Exhaustivity = .on
  ) {
    self.init(
      session: MeditationViewModel(
        songs: songs.map { SongViewModel(title: $0.key, length: $0.value) }),
      exhaustivity: exhaustivity)
  }

  /// Creates a scripted session from your own session and songs. One that is listening already goes
  /// on from where it is.
  public init(session: MeditationViewModel, exhaustivity: Exhaustivity = .on) {
    viewModel = session
    self.exhaustivity = exhaustivity
    stage = VirtualStage(session: session)
    recorder = ModeRecorder(of: session)
    session.observeSettled { [weak self] in self?.note($0) }.store(in: &subscriptions)
  }

  /// The time on the virtual clock, from 0.
  public var now: Duration { stage.now }

  private func note(_ change: SessionChange) {
    guard changed != nil else { return }
    for made in change.changes {
      let id = viewModel.songs[made.song].id
      if changed?[id] == nil { changed?[id] = made.from }
    }
  }

  /// Does `body`, which is the step `name`.
  ///
  /// - Returns: The result of `body`, and a line for each way in which the session differs from
  ///   `expectation`.
  func step<Result>(
    _ name: @autoclosure () -> String, _ expectation: @MainActor (inout ExpectedModes) -> Void,
    _ body: () -> Result
  ) -> (result: Result, difference: String?) {
    changed = [:]
    let result = body()
    let before = exhaustivity == .on ? changed ?? [:] : [:]
    changed = nil
    var expected = ExpectedModes(of: viewModel, before: before)
    expectation(&expected)
    return (result, expected.difference(after: name()))
  }
}
