import ArgumentParser

/// The options for the journal.
struct PracticeOptions: ParsableArguments {
  @Option(Settings.table.journal) var journal: Switch
  @Option(Settings.table.dayStart) var dayStart: DayStart
}
