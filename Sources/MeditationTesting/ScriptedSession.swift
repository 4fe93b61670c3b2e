import CustomDump
public import MeditationCore
@_exported public import SessionScripting

/// A session under test: each step states the mode changes that it expects, and no others may
/// happen.
///
/// An unexpected change, or an expected one that did not happen, fails the test at the caller's
/// line and shows the difference, under Swift Testing and XCTest alike. A song that joins the list
/// during a step is expected to join unpicked.
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
  public let session: MeditationViewModel
  /// Every mode change so far, in order.
  public let recorder: ModeRecorder

  private let stage: VirtualStage

  /// Creates a session of songs with the given titles and lengths.
  public convenience init(
    songs: KeyValuePairs<String, Duration>, exhaustivity: Exhaustivity = .on
  ) {
    self.init(
      session: MeditationViewModel(
        songs: songs.map { SongViewModel(title: $0.key, length: $0.value) }),
      exhaustivity: exhaustivity)
  }

  /// Creates a scripted session from your own session and songs.
  public init(session: MeditationViewModel, exhaustivity: Exhaustivity = .on) {
    self.session = session
    self.exhaustivity = exhaustivity
    stage = VirtualStage(session: session)
    recorder = ModeRecorder(of: session)
  }

  /// The time on the virtual clock, from 0.
  public var now: Duration { stage.now }

  /// Performs `action`. `change` turns the current modes into the expected ones.
  @discardableResult public func perform(
    _ action: Action, _ change: (inout [SongMode]) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Outcome {
    expecting(change, after: "\(action)", fileID, filePath, line, column) {
      session.perform(action)
    }
  }

  /// Appends songs to the session, and expects the modes as `change` makes them.
  ///
  /// While listening or finished, they are queued, and join the list when picking resumes.
  @discardableResult public func append(
    _ songs: [SongViewModel], _ change: (inout [SongMode]) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Outcome {
    expecting(change, after: "the arrival of songs", fileID, filePath, line, column) {
      session.append(songs)
    }
  }

  /// Advances the clock by `time`. `change` turns the current modes into the expected ones.
  public func advance(
    by time: Duration, _ change: (inout [SongMode]) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    expecting(change, after: "\(time)", fileID, filePath, line, column) {
      stage.advance(by: time)
    }
  }

  /// Injects a fault as if the engine reported it. `change` turns the current modes into the
  /// expected ones.
  public func suffer(
    _ fault: Fault, _ change: (inout [SongMode]) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    expecting(change, after: "\(fault)", fileID, filePath, line, column) {
      fault.inject(into: stage.faults, of: session)
    }
  }

  /// Performs `finish`. `change` turns the current modes into the expected ones.
  @discardableResult public func finish(
    _ change: (inout [SongMode]) -> Void = { _ in }, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome {
    perform(
      .finish, change, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  private func expecting<Result>(
    _ change: (inout [SongMode]) -> Void, after step: String, _ fileID: StaticString,
    _ filePath: StaticString, _ line: UInt, _ column: UInt, _ body: () -> Result
  ) -> Result {
    var expected = session.modes
    let result = body()
    let joinedCount = session.songs.count - expected.count
    expected += repeatElement(.picking(.unselected), count: joinedCount)
    if exhaustivity == .off { expected = session.modes }
    change(&expected)
    expectNoDifference(
      described(session.modes), described(expected),
      "The modes after \(step) are not the expected ones (−: what is, +: what was expected).",
      fileID: fileID, filePath: filePath, line: line, column: column)
    return result
  }

  private func described(_ modes: [SongMode]) -> [String] {
    zip(session.songs, modes).map { "\($0.index + 1) \($0.title): \($1)" }
  }
}
