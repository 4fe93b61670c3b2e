import ArgumentParser
import MeditationPractice
import MeditationScreens
import MeditationSystem
import MeditationText

struct JournalImportCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "import",
    abstract: "Add the sits of a table to the journal.",
    usage: """
      meditate journal import FILE.csv [--dates ORDER] [--lengths UNIT] [--dry-run]
      meditate journal import --undo [--dry-run]
      """,
    discussion: """
      FILE is any table with commas, semicolons or tabs that says when sits began and how long they \
      were, or when they ended: columns such as 'date', 'time' and 'minutes', or 'start' and 'end'; \
      an export of another program, or of 'meditate journal --format csv'; or dates and minutes \
      without names of columns, '2026-11-20 07:30,20'. 'hours', 'minutes' and 'seconds' add up. It \
      prints how it read each column, which it ignored, and the first sit as it is written; --dry-run \
      shows this, and changes nothing. Sits that are in the journal already are not added \
      again.

      --undo removes the sits that the latest import added, with their notes; the next one removes \
      those of the import before.
      """)

  @Argument(
    help: ArgumentHelp("The table; '-' is standard input.", valueName: "FILE"),
    completion: .file(extensions: ["csv"]))
  var file: String?

  @Option(
    help: ArgumentHelp(
      "The order of dates such as 5/1/2024: day-first or month-first. (default: as the table tells)",
      valueName: "ORDER"))
  var dates: DateOrder?

  @Option(
    help: ArgumentHelp(
      "The unit of lengths such as 20 in a column that does not say it: minutes, seconds or hours. "
        + "(default: minutes, unless that is doubtful)",
      valueName: "UNIT"))
  var lengths: LengthUnit?

  @Flag(help: "Remove what the latest import added.")
  var undo = false

  @Flag(help: "Say what would change, and change nothing.")
  var dryRun = false

  func validate() throws {
    switch (file, undo) {
    case (nil, false): throw ValidationError("Missing expected argument 'FILE'")
    case (_?, true): throw ValidationError("--undo takes no FILE: it removes the latest import.")
    case (nil, true), (_?, false): break
    }
  }

  func perform() throws(StartProblem) {
    if let file { try take(file) } else { try takeBack() }
  }

  private func take(_ file: String) throws(StartProblem) {
    let name = file == "-" ? "standard input" : CleanText.clean(file)
    let bytes: [UInt8]
    do throws(BoundedFile.Failure) {
      bytes = try RawArguments.contents(of: file, limit: JournalImport.limit)
    } catch {
      throw StartProblem(.unusableImport, "\(name) cannot be read: \(error.clause).")
    }
    let table = JournalImport(bytes, clock: .system, dates: dates, lengths: lengths)
    for line in table.explanation + [table.firstSit].compactMap(\.self) { print(line.harmless) }
    for line in table.leftOut {
      StandardError.complain("\(name):\(line.line): \(line.reason)".harmless)
    }
    guard !table.taken.isEmpty else {
      throw StartProblem(
        .unusableImport,
        table.leftOut.isEmpty ? "\(name) has no sits." : "No sit of \(name) was added.")
    }
    let (sits, now) = (table.taken.map(\.sit), WallClock.system.now())
    let (new, twice) = try PracticeFiles.withJournal {
      journal throws(JournalProblem) -> (Int, Int) in
      let known = Dictionary(grouping: try journal.sits(since: nil, limit: nil), by: \.second)
      let unknown = sits.filter { !(known[$0.second] ?? []).contains(where: $0.isSame(as:)) }
      var found: [Int: [Sit]] = [:]
      let once = unknown.filter { sit in
        let isFirst = !found[sit.second, default: []].contains(where: sit.isSame(as:))
        if isFirst { found[sit.second, default: []].append(sit) }
        return isFirst
      }
      let new = try dryRun ? once.count : journal.add(once, importedAt: now).count { $0 }
      return (new, unknown.count - once.count)
    }
    let old = sits.count - new - twice
    let parts = [
      "\(counted(new, "sit")) \(dryRun ? "would be " : "")added",
      old > 0 ? "\(old) in the journal already" : nil,
      twice > 0 ? "\(twice) twice in the table" : nil,
      table.leftOut.isEmpty ? nil : "\(counted(table.leftOut.count, "line")) left out",
    ]
    print(parts.compactMap(\.self).joined(separator: ", "))
  }

  private func takeBack() throws(StartProblem) {
    let found = try PracticeFiles.withJournal { journal throws(JournalProblem) in
      try journal.takeBackImport(isTrial: dryRun)
    }
    guard let (sits, time) = found, let first = sits.last, let last = sits.first else {
      throw StartProblem(
        .unusableImport, "The journal has no sits of an import that can be undone.")
    }
    let now = WallClock.system.now()
    let moment = WallClock.system.moment(utc: Int(time / 1_000))
    let dates = [first, last].map { $0.began.date.text(in: now.date.year) }
    print(
      "\(counted(sits.count, "sit")) \(dryRun ? "would be " : "")removed, of "
        + (dates[0] == dates[1] ? dates[0] : dates.joined(separator: " to "))
        + ", imported \(MomentText.phrase(of: moment, asOf: now))")
  }
}

extension DateOrder: ExpressibleByArgument {}
extension LengthUnit: ExpressibleByArgument {}
