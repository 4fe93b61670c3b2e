import ArgumentParser

/// `meditate again`: begins the last session anew.
struct Again: AsyncParsableCommand {
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
    throw await RepeatedSit(beginning: .again, options: session).run().exitCode
  }
}
