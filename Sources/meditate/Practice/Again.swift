import ArgumentParser

/// `meditate again`: begins the last session anew.
struct Again: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Begin the last session anew.",
    usage: "meditate again",
    discussion: """
      Its songs play in their order, with its plan, at its volume. The program exits when the bells \
      have rung out.

      'meditate --help' lists the exit codes.
      """)

  @OptionGroup var practice: PracticeOptions

  @OptionGroup var remote: RemoteOptions

  @OptionGroup var looks: LookOptions

  @OptionGroup var sound: SoundOptions

  @MainActor func run() async throws {
    throw await RepeatedSit(
      beginning: .again, looks: looks, sound: sound, practice: practice,
      remote: remote
    ).run().exitCode
  }
}
