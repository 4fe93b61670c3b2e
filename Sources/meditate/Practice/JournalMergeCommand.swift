import ArgumentParser
import MeditationPractice
import MeditationScreens
import MeditationSystem
import MeditationText

struct JournalMergeCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Take in the journal of another machine.",
    usage: "meditate journal merge FILE [--dry-run]",
    discussion: """
      FILE is a journal, or better its backup, 'journal.backup.sqlite', which is whole at any time. Each \
      sit is taken once; of notes and labels the later ones stay, and what was deleted in one journal is \
      deleted in both. A sit that goes on is left alone. Merging both ways, as often as you like and \
      in any order, gives the same journal.
      """)

  @Argument(
    help: ArgumentHelp("The other journal; '-' is standard input.", valueName: "FILE"),
    completion: .file(extensions: ["sqlite"]))
  var file: String

  @Flag(help: "Say what would change, and change nothing.")
  var dryRun = false

  func perform() throws(StartProblem) {
    let name = file == "-" ? "standard input" : CleanText.clean(file)
    let other: JournalReplica
    do {
      other = try JournalReplica(RawArguments.contents(of: file))
    } catch {
      let reason =
        (error as? BoundedFile.Failure)?.clause ?? (error as? JournalProblem)?.reason ?? "\(error)"
      throw StartProblem(.unusableImport, "\(name) cannot be merged: \(reason).")
    }
    let merge = try PracticeFiles.withJournal { journal throws(JournalProblem) in
      try journal.merge(other, isTrial: dryRun)
    }
    print(
      "\(counted(merge.added, "sit")) \(dryRun ? "would be " : "")added, \(merge.changed) changed, "
        + "\(merge.deleted) deleted")
  }
}
