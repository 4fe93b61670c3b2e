import ArgumentParser
import Platform
import Practice
import Remote
import Screens
import SessionControl
import SystemPackage
import TerminalView
import Text

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
      throw StartProblem(CommandRefusal.set(error))
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

/// `meditate sets export`: writes a set as a playlist.
struct SetsExport: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a set as a playlist.",
    usage: "meditate sets export SET FILE.m3u8 [--force]",
    discussion: """
      Other players play the file, and meditate reads it with its plan. Songs and bells below the \
      folder of FILE get relative paths, so that the folder can be moved.
      """)

  @Argument(
    help: ArgumentHelp("The set, by name or number; case does not matter.", valueName: "SET"))
  var name: String

  @Argument(
    help: ArgumentHelp("The playlist to write; '-' is standard output.", valueName: "FILE"),
    completion: .file(extensions: ["m3u8", "m3u"]))
  var file: String

  @Flag(help: "Overwrite FILE if it exists.")
  var force = false

  func run() throws { try StartProblem.reporting(export) }

  private func export() throws(StartProblem) {
    let files = PracticeFiles()
    let name: SetName
    do throws(SetName.Problem) {
      name = try SetName(self.name)
    } catch {
      throw StartProblem(CommandRefusal.badName(error))
    }
    let (set, nearest) = try files.set(name)
    guard let set else {
      throw StartProblem(CommandRefusal.set(.unknown(self.name, nearest: nearest)))
    }
    let output = NamedOutput(
      name: file, kind: "a set", endings: ["m3u8", "m3u"], replaces: force)
    try output.check()
    let bytes: [UInt8]
    do throws(SetProblem) {
      bytes =
        try output.isStandardOutput
        ? SetExport.bytes(of: set) : SetExport.bytes(of: set, at: output.path)
    } catch {
      throw StartProblem(status: .outputUncreatable, lines: [error.text])
    }
    try output.write(bytes)
  }
}
