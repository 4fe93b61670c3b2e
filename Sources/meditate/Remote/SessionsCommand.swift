import ArgumentParser
import Foundation
import TerminalView

/// `meditate sessions`: lists the running sessions.
struct SessionsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sessions",
    abstract: "List the running sessions, the newest first.",
    usage: "meditate sessions",
    discussion: """
      The number of a row is the process id: 'meditate do --session 4242 pause' pauses that \
      session. Without --session, 'meditate do' speaks to the first of the list.
      """)

  @Flag(Settings.table.plain) var plain: Bool
  @Option(Settings.table.color) var color: ColorOption

  func run() {
    let output = ListingOutput(
      descriptor: STDOUT_FILENO, plain: plain, color: color,
      environment: ProcessInfo.processInfo.environment)
    let listing = SessionsListing(RunningSessions.clients().map(SessionRow.init))
    for line in output.lines(of: listing) { print(line) }
  }
}
