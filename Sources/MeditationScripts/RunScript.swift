import MeditationControl
public import MeditationCore
import MeditationLanguage
public import MeditationTesting

/// Runs a script on a virtual clock: a test in one line.
///
/// Each line that fails is reported as a test failure at the caller's line, with the script's `name`.
/// If lines cannot be parsed, these are reported, and none is run. No sound is made, and no file of a
/// bell, a layer or a voice is read.
///
/// An `XCTestCase` has a method `run` of its own: write `MeditationScripts.run(script:)` there.
///
/// `session` is one of your own, whose followers the script tests: the songs that the script declares
/// join its list. `nil` is a new session of these songs. The session of a `ScriptedSession` follows
/// the clock of that: use its `run(script:)`.
///
/// - Returns: All mode changes, in order; of `session`, those during the script.
@discardableResult @MainActor public func run(
  script text: String, on session: MeditationViewModel? = nil, name: String = "script",
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> [ModeChange] {
  if let session, VirtualClock.of(session) != nil {
    failTest(
      "The session follows the clock of a ScriptedSession: call run(script:) of that.",
      fileID: fileID, filePath: filePath, line: line, column: column)
    return []
  }
  let session = session ?? MeditationViewModel(songs: [])
  let (changes, failures) = VirtualStage(session: session).run(script: text, name: name)
  for failure in failures {
    failTest(failure, fileID: fileID, filePath: filePath, line: line, column: column)
  }
  return changes
}

extension ScriptedSession {
  /// Runs a script as a step whose changes need not be stated: on this session and its clock. Each line
  /// that cannot be parsed or that fails, fails the test; failures call the script by `name`. The songs
  /// that the script declares join the list.
  ///
  /// - Returns: The mode changes during the script, in order.
  @discardableResult public func run(
    script text: String, name: String = "script", fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> [ModeChange] {
    var changes: [ModeChange] = []
    takeUnstatedStep(name, fileID: fileID, filePath: filePath, line: line, column: column) {
      let run = VirtualStage(on: clock).run(script: text, name: name)
      changes = run.changes
      return run.failures
    }
    return changes
  }
}

extension VirtualStage {
  /// Runs a script on this stage, with the songs that it declares.
  ///
  /// - Returns: The mode changes during the script, and a sentence for each line that failed.
  fileprivate func run(
    script text: String, name: String
  ) -> (changes: [ModeChange], failures: [String]) {
    do throws(ScriptErrors) {
      let script = try Script(name: name, text: text.utf8)
      session.append(script.songs)
      let recorder = SessionRecorder(of: session)
      let runner = ScriptRunner(script, controller: controller, faults: faults)
      run(runner)
      return (recorder.changes, runner.failures)
    } catch {
      return ([], error.lines.map { "\(name):\($0.line): \($0.message)" })
    }
  }
}
