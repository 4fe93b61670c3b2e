import ArgumentParser
import Glibc
import MeditationLanguage
import MeditationPractice
import MeditationRemote
import MeditationScreens
import MeditationText

struct JournalCommand: PrintingCommand {
  static let configuration = CommandConfiguration(
    commandName: "journal",
    abstract: "List what was sat, with totals and the streak of days.",
    usage: """
      meditate journal [ROWS] [--all] [--since DATE] [--until DATE] [--label LABEL] \
        [--format FORMAT]
      meditate journal --totals [--since DATE] [--until DATE] [--label LABEL] [--format FORMAT]
      meditate journal --chart FILE.svg [--since DATE] [--until DATE] [--label LABEL] [--force]
      meditate journal add DATE TIME LENGTH [NOTE]
      meditate journal edit ROW [DATE] [TIME] [LENGTH]
      meditate journal delete ROW
      meditate journal note ROW TEXT
      meditate journal label ROW LABEL
      meditate journal import FILE.csv [--dry-run]
      meditate journal import --undo
      meditate journal merge FILE [--dry-run]
      """,
    discussion: """
      Each sit is a row, the latest first, with the number that 'journal delete', 'note' and \
      'label' take. ROWS, such as 20-40 or 20-, leaves out the others. Music that was played without a \
      plan is listed with --all, and is in no total. A DATE is \(PastDay.forms); both dates are \
      included. The totals are of all sits of a minute or longer; with a DATE, of those of its range. \
      --totals lists the months and years instead of the sits.

      'meditate --help' lists the exit codes.
      """,
    subcommands: [
      JournalAddCommand.self, JournalEditCommand.self, JournalDeleteCommand.self,
      JournalNoteCommand.self, JournalLabelCommand.self, JournalImportCommand.self,
      JournalMergeCommand.self,
    ])

  @Argument(
    help: ArgumentHelp("The rows to list: 3, 20-40, or 20- for all from there.", valueName: "ROWS"),
    transform: { (typed: String) throws -> NumberRange in
      if PastDay(typed) != nil {
        throw LineError.wrong(
          QuotedInput(typed), "is a day. Write 'meditate journal --since \(typed)'.")
      }
      return try JournalParser.rows(typed[...])
    })
  var rows: NumberRange?

  @Flag(help: "List music that was played without a plan, too.")
  var all = false

  @Option(
    help: ArgumentHelp("Leave out sits before DATE.", valueName: "DATE"),
    completion: .list(PastDay.words),
    transform: day(typed:))
  var since: PastDay?

  @Option(
    help: ArgumentHelp("Leave out sits after DATE.", valueName: "DATE"),
    completion: .list(PastDay.words),
    transform: day(typed:))
  var until: PastDay?

  @Option(
    help: ArgumentHelp(
      "List only sits with LABEL, or of the set of this name without a label.", valueName: "LABEL"))
  var label: String?

  @Option(
    help: "The output format: text for people, JSON Lines, a table for spreadsheets, or a calendar."
  )
  var format = JournalFormat.text

  @Flag(help: "List the months and years, with the time sat in each.")
  var totals = false

  @Option(
    help: ArgumentHelp(
      "Draw the days from --since to --until, or the year up to today, as a calendar with a bar "
        + "for each week in FILE; '-' is standard output.",
      valueName: "FILE"),
    completion: .file(extensions: ["svg"]))
  var chart: String?

  @Flag(help: "Overwrite FILE if it exists.") var force = false

  @OptionGroup var text: TextOptions
  @OptionGroup var counting: TotalsOptions

  /// The day in `text`, if there is such a day.
  static func day(typed text: String) throws(SettingProblem) -> PastDay {
    guard let day = PastDay(text), day.date(asOf: WallClock.system.now().date) != nil else {
      throw SettingProblem(message: "write \(PastDay.forms).")
    }
    return day
  }

  func perform() throws(StartProblem) {
    let now = WallClock.system.now()
    let today = now.date
    let (first, last) = (since?.date(asOf: today), until?.date(asOf: today))
    if let first, let last, first > last {
      throw .usage("--since is after --until, so that no sit is between them.")
    }
    if chart != nil { return try draw(from: first, to: last, now: now) }
    if totals { return try listPeriods(from: first, to: last, now: now) }
    let (page, count) = try PracticeFiles.withJournal { journal throws(JournalProblem) in
      // A journal that cannot be written can still be read.
      try? journal.closeInterrupted()
      let isInRange: (Moment) -> Bool = { moment in
        first.map { moment.date >= $0 } ?? true && last.map { moment.date <= $0 } ?? true
      }
      let lengths = try journal.labelledLengths()
      // Rows are counted from the latest sit. One in another time zone can have an earlier date.
      let sits = try journal.sits(since: first?.adding(-4), limit: rows?.last, listening: all)
      let listed = zip(sits, JournalPage.numbers(of: sits)).dropFirst((rows?.first ?? 1) - 1)
        .filter { sit, _ in isInRange(sit.began) && label.map(sit.time.isLabelled) ?? true }
      let inRange = lengths.filter { isInRange($0.began) && label.map($0.isLabelled) ?? true }
      let range = JournalPage.Range(
        first: first, last: last, label: label, tally: .init(of: inRange))
      let hasRange = first != nil || last != nil || label != nil
      let hidden = try journal.count(listening: true)
      let page = JournalPage(
        sits: listed.map(\.0), numbers: listed.map(\.1),
        hiddenCount: all ? 0 : hidden, showsListening: all,
        totals: counting.totals(of: lengths, now: now),
        range: hasRange ? range : nil, labels: LabelTotal.totals(of: lengths), now: now)
      return (page, try journal.count(listening: false) + (all ? hidden : 0))
    }
    if let row = rows?.first, row > max(count, 1) {
      throw StartProblem(CommandRefusal.noSuchRow(row, count: count))
    }
    switch format {
    case .text:
      text.print(Listing(page, wording: text.wording, all: "meditate journal --all"))
    case .json: ListingOptions.print(JSONMessage.journal(page).bytes)
    case .csv:
      let isForTerminal = isatty(STDOUT_FILENO) == 1
      print(JournalCSV.text(of: page.sits, isForTerminal: isForTerminal), terminator: "")
    case .ics: print(JournalCalendar.text(of: page.sits), terminator: "")
    }
  }

  /// When each sit that counts, and has the label, began, and how long it was. Blocks on the disk.
  private func lengths() throws(StartProblem) -> [SatTime] {
    try PracticeFiles.withJournal { journal throws(JournalProblem) in
      try? journal.closeInterrupted()
      guard let label else { return try journal.lengths() }
      return try journal.labelledLengths().filter { $0.isLabelled(label) }
    }
  }

  private func listPeriods(
    from first: CivilDate?, to last: CivilDate?, now: Moment
  ) throws(StartProblem) {
    guard rows == nil, format != .csv, format != .ics else {
      throw .usage("--totals lists months and years, not rows of sits, a table or a calendar.")
    }
    let lengths = try lengths()
    let periods = PracticePeriods(
      of: lengths, dayStart: counting.dayStart.time, first: first, last: last)
    let range = JournalPage.Range(first: first, last: last, label: label, tally: periods.all)
    let page = TotalsPage(
      periods: periods, totals: counting.totals(of: lengths, now: now),
      range: first != nil || last != nil || label != nil ? range : nil, now: now)
    switch format {
    case .json: ListingOptions.print(JSONMessage.totals(page).bytes)
    case .text, .csv, .ics: text.print(Listing(page, wording: text.wording))
    }
  }

  private func draw(
    from first: CivilDate?, to last: CivilDate?, now: Moment
  ) throws(StartProblem) {
    guard rows == nil, !totals else {
      throw .usage("--chart draws days and weeks, not rows or totals.")
    }
    let file = NamedOutput(
      name: chart ?? "-", kinds: "a chart is a '.svg' file", endings: ["svg"], replaces: force)
    try file.check()
    let sat = counting.totals(of: try lengths(), now: now)
    guard let range = CalendarChart.Range(from: first, to: last, today: sat.today) else {
      throw .usage("--chart draws ten years at most; give a later --since.")
    }
    let chart = CalendarChart(
      of: sat.days, in: range, today: sat.today, goal: sat.goal, sitLabel: label
    ).svg
    try file.write(Array(chart.utf8))
  }
}

enum JournalFormat: String, ExpressibleByArgument, CaseIterable {
  case text, json, csv, ics
}
