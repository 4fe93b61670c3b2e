import ArgumentParser
import Remote
import TerminalView

/// `meditate sessions`: lists the running sessions.
struct SessionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions",
    abstract: "List the running sessions, the newest first.",
    usage: "meditate sessions [--format FORMAT]",
    discussion: """
      The number of a row is the process id: 'meditate do --session 4242 pause' pauses that \
      session. Without --session, 'meditate do' speaks to the first of the list.
      """)

  @OptionGroup var listing: ListingOptions

  func run() throws { try StartProblem.reporting(list) }

  private func list() throws(StartProblem) {
    let sessions = try RunningSessions.clients().map {
      (processID: $0.processID, status: try? SessionQuery($0).status())
    }
    switch listing.format {
    case .json:
      ListingOptions.print(
        PageLine.bytes(
          of: sessions.map {
            PageLine.Session(processID: Int($0.processID), state: $0.status?.state)
          }))
    case .text:
      let rows = sessions.map { SessionRow($0.processID, $0.status) }
      for line in listing.output.lines(of: SessionsListing(rows)) { print(line) }
    }
  }
}
