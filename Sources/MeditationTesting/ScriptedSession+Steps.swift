import IssueReporting
public import MeditationCore
public import Scripting

/// The steps of a test. Each fails the test at the line that calls it.
extension ScriptedSession {
  /// Performs `action`, which must not be refused. `change` turns the modes before the step into the
  /// expected ones.
  @discardableResult public func perform(
    _ action: Action, _ change: @MainActor (inout ExpectedModes) -> Void = { _ in },
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

  /// Appends songs to the session, which must not be refused, and expects the modes as `change` makes
  /// them.
  ///
  /// While listening or finished, they are queued, and join the list when picking resumes.
  @discardableResult public func append(
    _ songs: [SongViewModel], _ change: @MainActor (inout ExpectedModes) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> Outcome {
    let (outcome, difference) = step("the arrival of songs", change) { viewModel.append(songs) }
    let refused = outcome.refusal(of: "the arrival of songs")
    report([refused, difference], fileID, filePath, line, column)
    return outcome
  }

  /// Advances the clock by `time`. `change` turns the modes before the step into the expected ones.
  public func advance(
    by time: Duration, _ change: @MainActor (inout ExpectedModes) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let (_, difference) = step("\(time)", change) { stage.advance(by: max(time, .zero)) }
    let backwards = time < .zero ? "time cannot advance by \(time)" : nil
    report([backwards, difference], fileID, filePath, line, column)
  }

  /// Injects a fault as if the engine reported it. `change` turns the modes before the step into the
  /// expected ones. A song that the list does not have fails the test.
  public func inject(
    _ fault: Fault, _ change: @MainActor (inout ExpectedModes) -> Void = { _ in },
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) {
    let (refusal, difference) = step("\(fault)", change) { () -> Refusal? in
      do throws(Refusal) {
        try fault.inject(into: stage.faults, of: viewModel)
        return nil
      } catch { return error }
    }
    let refused = refusal.map { "\(fault) is not possible: \($0)" }
    report([refused, difference], fileID, filePath, line, column)
  }

  /// Performs `finish`, which must not be refused. `change` turns the modes before the step into the
  /// expected ones.
  @discardableResult public func finish(
    _ change: @MainActor (inout ExpectedModes) -> Void = { _ in }, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Outcome {
    perform(
      .finish, change, fileID: fileID, filePath: filePath, line: line, column: column)
  }

  private func report(
    _ failures: [String?], _ fileID: StaticString, _ filePath: StaticString, _ line: UInt,
    _ column: UInt
  ) {
    let failures = failures.compactMap { $0 }
    guard !failures.isEmpty else { return }
    reportIssue(
      failures.joined(separator: "\n"), fileID: fileID, filePath: filePath, line: line,
      column: column)
  }
}

extension Outcome {
  /// A sentence that `step` was refused; `nil` if it was not.
  fileprivate func refusal(of step: String) -> String? {
    switch self {
    case .refused(let refusal): "\(step) was refused: \(refusal.stated)"
    case .changed, .unchanged, .queued, .dropped: nil
    }
  }
}

extension Action {
  /// The action as source text, cut where it is long.
  fileprivate var stated: String {
    let text = "\(self)"
    return text.count > 60 ? text.prefix(60) + "…" : text
  }
}

extension Refusal {
  /// The refusal's word and its reason: `nothingPicked (Nothing is picked.)`.
  fileprivate var stated: String { "\(word) (\(self))" }
}
