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

  func run() throws { try StartProblem.reporting(list) }

  private func list() throws(StartProblem) {
    let output = ListingOutput(
      descriptor: STDOUT_FILENO, plain: plain, color: color,
      environment: ProcessInfo.processInfo.environment)
    let listing = SessionsListing(try RunningSessions.clients().map { SessionRow($0) })
    for line in output.lines(of: listing) { print(line) }
  }
}
