import ArgumentParser
import CommandLanguage
import Practice
import Screens

/// `meditate note`: keeps a note with a sit.
struct NoteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "note",
    abstract: "Keep a note with the latest sit, or with another one.",
    usage: "meditate note TEXT [--row N]",
    discussion: """
      TEXT replaces the note of the sit; an empty text, '', removes it. The session of a sit that \
      goes on keeps its note: 'meditate do note TEXT' sets it there.
      """)

  @Argument(help: ArgumentHelp("The note, in one or more words.", valueName: "TEXT"))
  var text: [String]

  @Option(
    help: ArgumentHelp(
      "Take the sit with this number in 'meditate journal'.", valueName: "N"))
  var row: Int?

  func run() throws {
    try StartProblem.reporting { () throws(StartProblem) in
      let isEmpty = text.allSatisfy(\.isEmpty)
      let command = try ShellJournal.command("note", isEmpty ? ["\"\""] : text)
      guard case .note(let note)? = command else { return }
      var sit: Sit
      if let row {
        sit = try ShellJournal.sit(atRow: row)
      } else {
        sit = try ShellJournal.latestSit()
      }
      guard sit.end != nil else {
        throw .usage("This sit goes on: 'meditate do note TEXT' sets its note.")
      }
      sit.note = note
      let id = sit.id
      try PracticeFiles().withJournal { journal throws(JournalProblem) in
        try journal.remark(.note(note), on: id)
      }
      ShellJournal.confirm(.noted(sit))
    }
  }
}
