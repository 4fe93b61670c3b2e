public import MeditationCore
import MeditationPlan

/// A session under test: each step states the mode changes that it expects, and no others may
/// happen. It can state the session's state as well. A change that was taken back within a step is none.
///
/// An unexpected change, an expected one that did not happen, and an action that was refused fail
/// the test at the caller's line, under Swift Testing and XCTest alike. So does a change between two
/// steps, when the next one begins, and one after the last step, at the line that created the scripted
/// session, when that is released. A song that joins the list during a step must join unpicked.
@MainActor public final class ScriptedSession {
  /// How much a step must state.
  public enum Exhaustivity: Sendable {
    /// Every change of a mode must be stated, and every change of the state.
    case whole
    /// Every change of a mode must be stated.
    case on
    /// Only the stated changes are checked.
    case off
  }

  /// Which changes must be stated.
  public var exhaustivity: Exhaustivity {
    didSet { (lastState, latestState) = (viewModel.state, viewModel.state) }
  }
  /// The session under test, for inspection and subscriptions.
  public let viewModel: MeditationViewModel
  /// Every mode change and every cue so far, in order.
  public let recorder: SessionRecorder

  private struct Changed {
    let title: String
    let index: Int
    let from: SongMode
    var to: SongMode

    init(_ title: String, _ change: ModeChange) {
      (self.title, index, from, to) = (title, change.song, change.from, change.to)
    }
  }

  package let clock: VirtualClock

  private var subscriptions: [Subscription] = []
  /// The songs that changed in the running step, or since the last one, by id.
  private var changed: [SongID: Changed] = [:]
  private var lastState: SessionState
  private var latestState: SessionState
  private var isInStep = false
  private let place: (fileID: StaticString, filePath: StaticString, line: UInt, column: UInt)

  /// Creates a session of songs with the given titles and lengths.
  public convenience init(
    songs: KeyValuePairs<String, Duration>, exhaustivity: Exhaustivity = .on,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      session: MeditationViewModel(
        songs: songs.map { SongViewModel(title: $0.key, length: $0.value) }),
      exhaustivity: exhaustivity, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Creates a scripted session from your own session, which goes on where it is. A second one of the
  /// same session fails the test, and uses the clock of the first.
  public init(
    session: MeditationViewModel, exhaustivity: Exhaustivity = .on,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    viewModel = session
    self.exhaustivity = exhaustivity
    (lastState, latestState) = (session.state, session.state)
    place = (fileID, filePath, line, column)
    let other = VirtualClock.of(session)
    clock = other ?? VirtualClock(of: session)
    recorder = SessionRecorder(of: session)
    session.observeSettled { [weak self] in self?.note($0) }.store(in: &subscriptions)
    if other != nil {
      report(
        ["The session follows the clock of another ScriptedSession: use that one."],
        fileID, filePath, line, column)
    }
  }

  // Not isolated: an isolated one does not see which test runs.
  deinit {
    let beside = Self.changes(
      changed, exhaustivity, from: lastState, to: latestState, "after the last one")
    if let beside {
      failTest(
        beside, fileID: place.fileID, filePath: place.filePath, line: place.line,
        column: place.column)
    }
  }

  /// The time on the virtual clock, from 0.
  public var now: Duration { clock.now }

  private func note(_ change: SessionChange) {
    latestState = change.after
    guard isInStep || exhaustivity != .off else { return }
    for made in change.changes {
      let song = viewModel.songs[made.song]
      changed[song.id, default: Changed(song.title, made)].to = made.to
    }
  }

  /// The changes since the last step, a line each; `nil` if none. `time` says when: `before start`.
  private nonisolated static func changes(
    _ changed: [SongID: Changed], _ exhaustivity: Exhaustivity, from last: SessionState,
    to state: SessionState, _ time: @autoclosure () -> String
  ) -> String? {
    guard exhaustivity != .off else { return nil }
    let modes = ExpectedSession.list(
      "Modes changed beside the steps, \(time()):",
      changed.values.filter { $0.from != $0.to }.sorted { $0.index < $1.index }.map {
        "\($0.index + 1) \($0.title): \($0.from) → \($0.to)"
      })
    guard exhaustivity == .whole else { return modes }
    let state = ExpectedSession.list(
      "The state changed beside the steps, \(time()):",
      StateDifference.lines(of: last, from: state) { "\($0) → \($1)" })
    let changes = [modes, state].compactMap(\.self)
    return changes.isEmpty ? nil : changes.joined(separator: "\n")
  }

  private func changesBeside(_ time: @autoclosure () -> String) -> String? {
    Self.changes(changed, exhaustivity, from: lastState, to: viewModel.state, time())
  }

  /// The result of `body`, the step `name`, and what differs from `expectation`, or changed before it.
  private func step<Result>(
    _ name: @autoclosure () -> String, _ expectation: @MainActor (inout ExpectedSession) -> Void,
    _ body: () -> Result
  ) -> (result: Result, difference: String?) {
    let beside = changesBeside("before \(name())")
    let stateBefore = viewModel.state
    let (result, before) = withChanges(of: body)
    var expected = ExpectedSession(
      of: viewModel, before: exhaustivity == .off ? [:] : before,
      state: exhaustivity == .whole ? stateBefore : viewModel.state)
    expectation(&expected)
    let differences = [beside, expected.difference(after: name())].compactMap(\.self)
    return (result, differences.isEmpty ? nil : differences.joined(separator: "\n"))
  }

  /// The result of `body`, and the modes before it of the songs that changed, by id.
  private func withChanges<Result>(
    of body: () -> Result
  ) -> (result: Result, before: [SongID: SongMode]) {
    changed = [:]
    isInStep = true
    let result = body()
    isInStep = false
    defer { (changed, lastState, latestState) = ([:], viewModel.state, viewModel.state) }
    return (result, changed.mapValues(\.from))
  }

  // MARK: - Steps, which fail the test at the line that calls them

  /// Performs `action`, which must not be refused. `change` turns the modes into the expected ones.
  @discardableResult public func perform(
    _ action: Action, _ change: @MainActor (inout ExpectedSession) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Outcome {
    let (outcome, difference) = step(action.stated, change) { viewModel.perform(action) }
    report([outcome.refusal(of: action.stated), difference], fileID, filePath, line, column)
    return outcome
  }

  /// Performs `action`, which must be refused for this reason.
  public func perform(
    _ action: Action, refused refusal: Refusal, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) {
    let (outcome, difference) = step(action.stated, { _ in }) { viewModel.perform(action) }
    let actual: String? =
      switch outcome {
      case .refused(refusal): nil
      case .refused(let other): "was refused for another reason: \(other.stated)"
      case .changed, .unchanged, .queued, .dropped: "was not refused: its outcome is \(outcome)"
      }
    let wrong = actual.map { "\(action.stated) \($0)\n  expected \(refusal.stated)" }
    report([wrong, difference], fileID, filePath, line, column)
  }

  /// Appends songs to the session, which must not be refused. While listening, they are hidden.
  @discardableResult public func append(
    _ songs: [SongViewModel], _ change: @MainActor (inout ExpectedSession) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Outcome {
    let (outcome, difference) = step("append", change) { viewModel.append(songs) }
    let refused = outcome.refusal(of: "append")
    report([refused, difference], fileID, filePath, line, column)
    return outcome
  }

  /// Advances the clock by `time`. `change` turns the modes before the step into the expected ones.
  ///
  /// A step over 100 hours fails the test where the session still goes on then, and stays there.
  public func advance(
    by time: Duration, _ change: @MainActor (inout ExpectedSession) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let (endless, difference) = step("\(time)", change) { () -> String? in
      let first = min(max(time, .zero), VirtualClock.longestStep)
      clock.advance(by: first)
      guard first < time else { return nil }
      if viewModel.phase == .listening, viewModel.transport == .playing {
        return "time cannot advance by \(time): the session goes on after \(first)"
      }
      clock.advance(by: time - first)
      return nil
    }
    let backwards = time < .zero ? "time cannot advance by \(time)" : nil
    report([backwards, endless, difference], fileID, filePath, line, column)
  }

  /// Advances the clock until `milestone`: one that can never be reached fails the test.
  public func advance(
    to milestone: Milestone, _ change: @MainActor (inout ExpectedSession) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let name = "advance(to: \(milestone.milestone))"
    let (obstacle, difference) = step(name, change) {
      PendingMilestone(milestone.milestone, of: viewModel)
        .reach { clock.advance(by: $0, until: $1) }
    }
    report([obstacle.map { "\(name) \($0)" }, difference], fileID, filePath, line, column)
  }

  /// A point that a step can advance to.
  public struct Milestone: Hashable, Sendable {
    fileprivate let milestone: MeditationCore.Milestone

    /// The next stroke of a bell, opening and closing ones included.
    public static let bell = Milestone(milestone: .bell)
    /// The beginning of the next part of the plan. Without parts, that is the end of the settling.
    public static let part = Milestone(milestone: .part)
    /// The end of the current song or silence.
    public static let endOfSong = Milestone(milestone: .endOfSong)
    /// The end of the session. The first bell that closes it is struck there, unless it was ended by
    /// `finish`, after which time has to pass; further ones are struck after it.
    public static let endOfSession = Milestone(milestone: .endOfSession)
  }

  /// Injects a fault as if the engine reported it. A song that is not in the list fails the test, and so
  /// do a fault of what plays where nothing does, and the return of a device that is not lost.
  public func inject(
    _ fault: Fault, _ change: @MainActor (inout ExpectedSession) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let (obstacle, difference) = step("\(fault)", change) { () -> String? in
      do throws(Refusal) { return try fault.inject(by: clock) } catch { return "\(error)" }
    }
    let wrong = obstacle.map { "\(fault) is not possible: \($0)" }
    report([wrong, difference], fileID, filePath, line, column)
  }

  /// Does `body`, a step whose changes need not be stated. The failures that it returns fail the test.
  package func takeUnstatedStep(
    _ name: String, fileID: StaticString, filePath: StaticString, line: UInt, column: UInt,
    _ body: () -> [String]
  ) {
    let beside = changesBeside("before \(name)")
    let (failures, _) = withChanges(of: body)
    for failure in [beside].compactMap(\.self) + failures {
      report([failure], fileID, filePath, line, column)
    }
  }

  private func report(
    _ failures: [String?], _ fileID: StaticString, _ filePath: StaticString, _ line: UInt,
    _ column: UInt
  ) {
    let failures = failures.compactMap { $0 }
    guard !failures.isEmpty else { return }
    failTest(
      failures.joined(separator: "\n"), fileID: fileID, filePath: filePath, line: line,
      column: column)
  }
}

extension Outcome {
  /// A sentence that `step` was refused; `nil` if it was not.
  fileprivate func refusal(of step: String) -> String? {
    if case .refused(let refusal) = self { "\(step) was refused: \(refusal.stated)" } else { nil }
  }
}

extension Action {
  /// The action as it is written in code, cut where it is long.
  fileprivate var stated: String {
    let text = "\(self)"
    return text.count > 60 ? text.prefix(60) + "…" : text
  }
}

extension Refusal {
  /// The refusal's word and its reason: `nothingPicked (Nothing is picked.)`.
  fileprivate var stated: String { "\(word) (\(self))" }
}
