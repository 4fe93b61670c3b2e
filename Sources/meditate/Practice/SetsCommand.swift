import ArgumentParser
import Practice
import Remote
import SessionControl
import TerminalView

/// `meditate sets`: lists the saved sets.
struct SetsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sets",
    abstract: "List the saved sets, or export one.",
    usage: """
      meditate sets [--format FORMAT]
      meditate sets export SET FILE.m3u8
      """,
    discussion: """
      'save NAME' at the prompt keeps what is picked, with the plan, as a set; 'meditate sit NAME' \
      sits it.
      """,
    subcommands: [SetsExport.self])

  @OptionGroup var listing: ListingOptions

  @MainActor func run() async throws { try StartProblem.reporting(list) }

  @MainActor private func list() throws(StartProblem) {
    let files = PracticeFiles()
    let page: SetsPage
    do throws(SetProblem) {
      let (sets, problems) = try files.sets?.list() ?? ([], [])
      let lastSits = (try? files.journal?.lastSits()) ?? [:]
      page = SetsPage(
        sets: sets.map { SetSummary(of: $0, lastSat: lastSits[$0.name]) },
        problems: problems, now: WallClock.system.now())
    } catch {
      throw StartProblem(PracticeRefusal.set(error))
    }
    switch listing.format {
    case .json: ListingOptions.print(PageLine.bytes(of: page))
    case .text:
      let output = listing.output
      let sets = SetsListing(page, wording: listing.wording)
      for line in output.lines(of: sets) { print(line) }
    }
  }
}
