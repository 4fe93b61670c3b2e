import ArgumentParser

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
    throw await session.run(from: .again)
  }
}

struct ResumeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume",
    abstract: "Continue the sit that was left or interrupted.",
    usage: "meditate resume",
    discussion: """
      A sit of the last 24 hours continues at its song, position and session time, with its plan; one \
      that ended with a fade of its music, where that began. \
      The program exits when the bells have rung out.

      'meditate --help' lists the exit codes.
      """)

  @OptionGroup var session: SessionOptions

  @MainActor func run() async throws {
    throw await session.run(from: .resume)
  }
}

extension SessionOptions {
  @MainActor fileprivate func run(from start: SessionStart) async -> ExitCode {
    sound.loadDrivers()
    let console = Console(looks, sound, takesKeys: true)
    return await console.exitCode { () async throws(StartProblem) in
      if let problem = await sound.driverProblem { throw problem }
      return try await InteractiveRun(
        RunRequest(self, start: start), library: LibraryRows(), parts: nil,
        outputs: try sound.outputs(sparing: [], filesOf: []), console: console
      ).run()
    }
  }
}
