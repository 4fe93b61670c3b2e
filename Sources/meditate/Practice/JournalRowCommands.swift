import ArgumentParser
import MeditationLanguage
import MeditationPractice
import MeditationScreens
import MeditationText

struct JournalDeleteCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a sit, or all music that was played without a plan.",
    usage: """
      meditate journal delete ROW
      meditate journal delete listening
      """,
    discussion: """
      ROW is the number of the sit in 'meditate journal'. Here, nothing brings it back; at the prompt, \
      'undo' does.
      """)

  @Argument(help: ArgumentHelp("The row of the sit, or 'listening'.", valueName: "ROW"))
  var row: String

  func perform() throws {
    let sits: [Sit]
    switch try ShellJournal.command("journal delete", [row]) {
    case .deleteSit(let row)?: sits = [try ShellJournal.sit(atRow: row)]
    case .deleteListening?:
      sits = try ShellJournal.listening()
      if sits.isEmpty { throw CommandRefusal.noListening }
    default: return
    }
    try ShellJournal.delete(sits)
    let what =
      sits.count == 1 && !sits[0].isListening
      ? "the sit of \(MomentText.phrase(of: sits[0].began, asOf: WallClock.system.now()))"
      : "\(counted(sits.count, "session")) of music without a plan"
    print("Deleted \(what).")
  }
}

struct JournalNoteCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "note",
    abstract: "Keep a note with a sit.",
    usage: "meditate journal note ROW TEXT")

  @Argument(help: ArgumentHelp("The row of the sit.", valueName: "ROW"))
  var row: String

  @Argument(help: ArgumentHelp("The note; an empty one, '', removes it.", valueName: "TEXT"))
  var text: [String]

  func perform() throws {
    let command = try ShellJournal.command("journal note", [row] + ShellJournal.words(text))
    guard case .annotate(let row, let note)? = command else { return }
    try ShellJournal.remark(.note(note), on: ShellJournal.sit(atRow: row))
  }
}

struct JournalLabelCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "label",
    abstract: "Label a sit.",
    usage: "meditate journal label ROW LABEL")

  @Argument(help: ArgumentHelp("The row of the sit.", valueName: "ROW"))
  var row: String

  @Argument(help: ArgumentHelp("The label; an empty one, '', removes it.", valueName: "LABEL"))
  var label: [String]

  func perform() throws {
    let command = try ShellJournal.command("journal label", [row] + ShellJournal.words(label))
    guard case .labelSit(let row, let label)? = command else { return }
    try ShellJournal.remark(.label(label), on: ShellJournal.sit(atRow: row))
  }
}
