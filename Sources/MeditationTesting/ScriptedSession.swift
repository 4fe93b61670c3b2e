import CustomDump
public import MeditationCore
@_exported public import SessionScripting

/// A session in a test: each step names the mode changes that it expects, and no other may happen.
///
/// A change that was not named fails the test at the caller's line, and so does a named one that
/// did not happen, with the difference; under Swift Testing and XCTest alike. A song that joins the
/// list during a step is expected to join unpicked.
@MainActor public final class ScriptedSession {
  /// How much of what happens must be named.
  public enum Exhaustivity: Sendable {
    /// Every change must be named.
    case on
    /// What is named must be so; what else changed is not looked at.
    case off
  }

  /// Whether every change must be named.
  public var exhaustivity: Exhaustivity
  /// The session, to be looked at and subscribed to.
  public let session: MeditationViewModel
  /// Every mode change so far, in order.
  public let recorder: ModeRecorder

  private let stage: VirtualStage

  /// A session of songs with these titles and lengths.
  public convenience init(
    songs: KeyValuePairs<String, Duration>, exhaustivity: Exhaustivity = .on
  ) {
    self.init(
      session: MeditationViewModel(
        songs: songs.map { SongViewModel(title: $0.key, length: $0.value) }),
      exhaustivity: exhaustivity)
  }

  /// A session to be scripted, with songs of your own.
  public init(session: MeditationViewModel, exhaustivity: Exhaustivity = .on) {
    self.session = session
    self.exhaustivity = exhaustivity
    stage = VirtualStage(session: session)
    recorder = ModeRecorder(of: session)
  }

  /// The time on the virtual clock, from 0.
  public var now: Duration { stage.now }

  /// Performs `action`, and expects the modes as `change` makes them of the present ones.
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

  /// Advances the virtual clock by `time`, and expects the modes as `change` makes them of the present ones.
  public func advance(
    by time: Duration, _ change: (inout [SongMode]) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    expecting(change, after: "\(time)", fileID, filePath, line, column) {
      stage.advance(by: time)
    }
  }

  /// Reports a fault as the engine would, and expects the modes as `change` makes them.
  public func suffer(
    _ fault: Fault, _ change: (inout [SongMode]) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    expecting(change, after: "\(fault)", fileID, filePath, line, column) {
      fault.inject(into: stage.faults, of: session)
    }
  }

  /// Ends the session, and expects the modes as `change` makes them of the present ones.
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
