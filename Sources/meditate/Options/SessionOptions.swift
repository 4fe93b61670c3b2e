import ArgumentParser

/// The options of every command that begins a session for a person.
struct SessionOptions: ParsableArguments {
  @OptionGroup var practice: PracticeOptions

  @OptionGroup var remote: RemoteOptions

  @OptionGroup var looks: LookOptions

  @OptionGroup var sound: SoundOptions
}

/// The options for the journal.
struct PracticeOptions: ParsableArguments {
  @Option(Settings.table.journal) var journal: Switch
  @Option(Settings.table.dayStart) var dayStart: DayStart
}

/// The options for programs that steer the session.
struct RemoteOptions: ParsableArguments {
  @Flag(Settings.table.remote) var remote: Bool
}
