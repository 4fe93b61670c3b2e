import ArgumentParser
import Practice
import SessionControl
import SystemAudio
import SystemPackage
import Text

/// `meditate journal import`: adds sits that another program recorded.
struct JournalImportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Add the sits of a table to the journal.",
    usage: "meditate journal import FILE.csv",
    discussion: """
      FILE is an export of Insight Timer, of Meditation Assistant or of 'meditate journal --format \
      csv'. Sits that are in the journal already are not added again.
      """)

  @Argument(
    help: ArgumentHelp("The table; '-' is standard input.", valueName: "FILE"),
    completion: .file(extensions: ["csv"]))
  var file: String

  func run() throws { try StartProblem.reporting(take) }

  private func take() throws(StartProblem) {
    let name = file == "-" ? "standard input" : CleanText.clean(file)
    let table = JournalImport(try contents(name), clock: .system)
    for line in table.leftOut {
      StandardError.complain("\(name):\(line.line): \(line.reason)".harmless)
    }
    guard !table.taken.isEmpty else {
      throw StartProblem(status: .unusableImport, lines: ["\(name) has no sits."])
    }
    let isNew = try PracticeFiles().withJournal { journal throws(JournalProblem) in
      try journal.add(table.taken.map(\.sit))
    }
    let (new, old) = (isNew.count { $0 }, isNew.count { !$0 })
    let parts = [
      "\(counted(new, "sit")) added",
      old > 0 ? "\(old) in the journal already" : nil,
      table.leftOut.isEmpty ? nil : "\(counted(table.leftOut.count, "line")) left out",
    ]
    print(parts.compactMap(\.self).joined(separator: ", "))
  }

  private func contents(_ name: String) throws(StartProblem) -> [UInt8] {
    do throws(RawArguments.Unreadable) {
      return try RawArguments.contents(of: file, limit: JournalImport.limit)
    } catch {
      throw StartProblem(
        status: .unusableImport, lines: ["\(name) cannot be read: \(error.reason)."])
    }
  }
}
