import ArgumentParser
import Foundation
import Practice
import SessionControl
import TerminalView

/// `meditate sets`: lists the saved sets.
struct SetsCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sets",
    abstract: "List the saved sets, or export one.",
    usage: """
      meditate sets
      meditate sets export SET FILE.m3u8
      """,
    discussion: """
      'save NAME' at the prompt keeps what is picked, with the plan, as a set; 'meditate sit NAME' \
      sits it.
      """,
    subcommands: [SetsExport.self])

  @Flag(Settings.table.plain) var plain: Bool
  @Option(Settings.table.color) var color: ColorOption
  @Option(Settings.table.times) var times: Wording.Times

  @MainActor func run() async throws { try StartProblem.reporting(list) }

  @MainActor private func list() throws(StartProblem) {
    let files = PracticeFiles()
    let page: SetsPage
    do throws(SetProblem) {
      let (sets, problems) = try files.sets?.list() ?? ([], [])
      let lastSits = (try? files.journal?.lastSits()) ?? [:]
      page = SetsPage(
        sets: sets.map { SetSummary(of: $0.set, lastSat: lastSits[$0.set.name]) },
        problems: problems, now: WallClock.system.now())
    } catch {
      throw StartProblem(PracticeRefusal.set(error))
    }
    let output = ListingOutput(
      descriptor: STDOUT_FILENO, plain: plain, color: color,
      environment: ProcessInfo.processInfo.environment)
    let listing = SetsListing(page, wording: output.wording(times))
    for line in output.lines(of: listing) { print(line) }
  }
}
