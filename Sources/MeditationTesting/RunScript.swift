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
/// join its list. `nil` is a new session of these songs.
///
/// - Returns: All mode changes, in order; of `session`, those during the script.
@discardableResult @MainActor public func run(
  script text: String, on session: MeditationViewModel? = nil, name: String = "script",
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> [ModeChange] {
  func report(_ message: String) {
    reportIssue(message, fileID: fileID, filePath: filePath, line: line, column: column)
  }
  do throws(ScriptErrors) {
    let script = try Script(name: name, text: text.utf8)
    let session = session ?? MeditationViewModel(songs: [])
    session.append(script.songs)
    let recorder = ModeRecorder(of: session)
    let stage = VirtualStage(session: session)
    let runner = ScriptRunner(
      lines: script.lines, controller: stage.controller, faults: stage.faults)
    VirtualRun(runner, on: stage).run()
    for failure in runner.failures { report(failure.text(script: name)) }
    return recorder.changes
  } catch {
    for mistake in error.lines { report("\(name):\(mistake.line): \(mistake.message)") }
    return []
  }
}
