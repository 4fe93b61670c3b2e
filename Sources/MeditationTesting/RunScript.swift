import CommandLanguage
import IssueReporting
public import MeditationCore
import Scripting

/// Runs a script on a virtual clock: a test in one line.
///
/// Each line that cannot be parsed or that fails is reported as a test failure at the caller's
/// line. Failures call the script by `name`.
///
/// `session` is one of your own, whose followers the script tests: the songs that the script declares
/// join its list. `nil` is a new session of these songs. The session of a ``ScriptedSession`` follows
/// the clock of that: use its ``ScriptedSession/run(script:name:fileID:filePath:line:column:)``.
///
/// - Returns: All mode changes, in order; of `session`, those during the script.
@discardableResult @MainActor public func run(
  script text: String, on session: MeditationViewModel? = nil, name: String = "script",
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> [ModeChange] {
  if let session, VirtualStage.of(session) != nil {
    reportIssue(
      "The session follows the clock of a ScriptedSession: call run(script:) of that.",
      fileID: fileID, filePath: filePath, line: line, column: column)
    return []
  }
  let session = session ?? MeditationViewModel(songs: [])
  let (changes, failures) = VirtualStage(session: session).run(script: text, name: name)
  for failure in failures {
    reportIssue(failure, fileID: fileID, filePath: filePath, line: line, column: column)
  }
  return changes
}

extension VirtualStage {
  /// Runs a script on this stage, with the songs that it declares.
  ///
  /// - Returns: The mode changes during the script, and a sentence for each line that failed.
  func run(script text: String, name: String) -> (changes: [ModeChange], failures: [String]) {
    do throws(ScriptErrors) {
      let script = try Script(name: name, text: text.utf8)
      session.append(script.songs)
      let recorder = ModeRecorder(of: session)
      let runner = ScriptRunner(lines: script.lines, controller: controller, faults: faults)
      VirtualRun(runner, on: self).run()
      return (recorder.changes, runner.failures.map { $0.text(script: name) })
    } catch {
      return ([], error.lines.map { "\(name):\($0.line): \($0.message)" })
    }
  }
}
