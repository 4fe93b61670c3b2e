import ArgumentParser
import MeditationControl
import MeditationLanguage
import MeditationPractice
import MeditationScreens

struct JournalEditCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Change when a sit that was added began, or how long it was.",
    usage: "meditate journal edit ROW [DATE] [TIME] [LENGTH]",
    discussion: """
      ROW is the number of the sit in 'meditate journal'. What is named changes, the rest stays: \
      'meditate journal edit 2 21:30', 'meditate journal edit 2 25m'. Of a sit that was not added \
      with 'journal add', the times stay; 'meditate note TEXT --row 2' changes the note.
      """)

  @Argument(help: ArgumentHelp("The row of the sit.", valueName: "ROW"))
  var row: String

  @Argument(help: ArgumentHelp("A date, a time, a length, or several.", valueName: "DATE"))
  var times: [String] = []

  func perform() throws {
    let command = try ShellJournal.command("journal edit", [row] + times)
    guard case .editSit(let row, let times)? = command else { return }
    let sit = try ShellJournal.sit(atRow: row)
    let changed = try AddedSit.changed(sit, times, clock: .system)
    try ShellJournal.enter(changed, isNew: false)
    ShellJournal.confirm(.changedSit(changed))
  }
}
