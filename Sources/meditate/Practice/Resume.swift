import ArgumentParser

/// `meditate resume`: continues a sit that was left or interrupted.
struct Resume: AsyncParsableCommand {
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
    throw await RepeatedSit(beginning: .resume, options: session).run().exitCode
  }
}
