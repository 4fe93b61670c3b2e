import ArgumentParser
import MeditationLibrary
import MeditationTerminal

/// `meditate again`: begins the last session anew.
struct AgainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "again",
    abstract: "Begin the last session anew.",
    usage: "meditate again",
    discussion: """
      Its songs play in their order, with its plan, at its volume. The program exits when the bells \
      have rung out.

      'meditate --help' lists the exit codes.
      """)

  @OptionGroup var session: SessionOptions

  @MainActor func run() async throws {
    throw await RepeatedSit(start: .again, options: session).run()
  }
}

/// `meditate resume`: continues a sit that was left or interrupted.
struct ResumeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Continue the sit that was left or interrupted.",
    usage: "meditate resume",
    discussion: """
      A sit of the last 24 hours continues at its song, position and session time, with its plan. \
      The program exits when the bells have rung out.

      'meditate --help' lists the exit codes.
      """)

  @OptionGroup var session: SessionOptions

  @MainActor func run() async throws {
    throw await RepeatedSit(start: .resume, options: session).run()
  }
}

/// A session that begins from the journal: `meditate again` and `meditate resume`.
@MainActor private struct RepeatedSit {
  let start: SessionStart
  let options: SessionOptions

  /// Runs the session.
  func run() async -> ExitCode {
    options.sound.loadDrivers()
    let console = Console(options.looks, options.sound, takesKeys: true)
    return await console.exitCode { () async throws(StartProblem) in try await sit(console) }
  }

  private func sit(_ console: Console) async throws(StartProblem) -> ExitStatus {
    if let problem = await options.sound.driverProblem { throw problem }
    return try await InteractiveRun(
      RunRequest(options, start: start), library: LibraryRows(), parts: nil,
      outputs: try options.sound.outputs(sparing: [], filesOf: []), console: console
    ).run()
  }
}
