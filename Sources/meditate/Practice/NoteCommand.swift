import ArgumentParser
import MeditationLanguage
import MeditationPractice

struct NoteCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "note",
    abstract: "Keep a note with the latest sit, or with another one.",
    usage: "meditate note TEXT [--row ROW]",
    discussion: """
      TEXT replaces the note of the sit; an empty text, '', removes it. The session of a sit that \
      goes on keeps its note: 'meditate do note TEXT' sets it there.
      """)

  @Argument(help: ArgumentHelp("The note, in one or more words.", valueName: "TEXT"))
  var text: [String]

  @Option(
    help: ArgumentHelp(
      "Take the sit with this number in 'meditate journal'.", valueName: "ROW"))
  var row: Int?

  func perform() throws {
    let command = try ShellJournal.command("note", ShellJournal.words(text))
    guard case .note(let note)? = command else { return }
    let sit =
      if let row { try ShellJournal.sit(atRow: row) } else { try ShellJournal.latestSit() }
    try ShellJournal.remark(.note(note), on: sit)
  }
}

struct LabelCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "label",
    abstract: "Label the latest sit.",
    usage: "meditate label LABEL",
    discussion: """
      LABEL replaces the label of the sit; an empty one, '', removes it. 'meditate journal label 2 \
      LABEL' labels another row.
      """)

  @Argument(help: ArgumentHelp("The label, in one or more words.", valueName: "LABEL"))
  var label: [String]

  func perform() throws {
    let command = try ShellJournal.command("label", ShellJournal.words(label))
    guard case .label(let label)? = command else { return }
    try ShellJournal.remark(.label(label), on: ShellJournal.latestSit())
  }
}
